# Kept gradients of tensors that are changed in place afterwards, themselves or through views: those of the last value.
import torch


def check(name, change):
    w = torch.ones(3, requires_grad=True)
    x = w * 2
    x.retain_grad()
    change(x)
    x.sum().backward()
    print(name, x.grad, w.grad)


check("itself", lambda x: x.mul_(3))
check("view", lambda x: x[1:].mul_(3))
check("item", lambda x: x.__setitem__(slice(1, None), 3.))
check("both", lambda x: (x.mul_(3), x[1:].mul_(2)))
check("kept again", lambda x: (x[1:].mul_(3), x.retain_grad()))
check("view of view", lambda x: (x.view(3)[1:].mul_(3), x.add_(1)))
check("under no_grad", lambda x: torch.no_grad()(lambda: x[1:].mul_(3))())


def check_view(name, change, total):
    w = torch.ones(3, requires_grad=True)
    base = w * 2
    view = base[1:]
    view.retain_grad()
    used = view * 5
    change(base, view)
    total(base, view, used).backward()
    print(name, view.grad, base.retains_grad and base.grad, w.grad)


by_base, by_view = lambda base, view: base.mul_(3), lambda base, view: view.mul_(3)
both_kept = lambda base, view: (base.retain_grad(), view.mul_(3))
for name, change in {"base": by_base, "view": by_view, "kept": both_kept}.items():
    check_view(name + " then view", change, lambda base, view, used: view.sum())
    check_view(name + " then base", change, lambda base, view, used: base.sum())
    check_view(name + " then use", change, lambda base, view, used: used.sum())
    check_view(name + " then all", change, lambda base, view, used: view.sum() + base.sum() + used.sum())

w = torch.ones(3, requires_grad=True)
x, log = w * 2, []
x.retain_grad()
x.register_hook(lambda g: log.append(("before", g.tolist())))
x[1:] *= 3
x.register_hook(lambda g: log.append(("after", g.tolist())))
x.sum().backward()
print(log, x.grad, w.grad)
