# Operators that make a view another view of its base, memory that is set, and what hinders a derivative.
import torch


def leaf():
    return torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)


def told(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, type(e).__name__, str(e)[:230])


def name(t):
    return type(t.grad_fn).__name__ if t.grad_fn is not None else None


VIEWS = {"row": lambda x: x[0], "T": lambda x: x.t(), "slice": lambda x: x[:, 1:], "squeeze": lambda x: x[None].squeeze(0), "expand": lambda x: x[:, :1].expand(2, 3)}
CHANGES = {
    "t_": lambda v: v.t_(), "unsqueeze_": lambda v: v.unsqueeze_(0), "swapdims_": lambda v: v.swapdims_(0, -1), "squeeze_": lambda v: v.squeeze_(),
    "set_": lambda v: v.set_(torch.ones(3)), "mul_": lambda v: v.mul_(2),
}
for shown, view in VIEWS.items():
    for changed, change in CHANGES.items():

        def run(used):
            x = leaf()
            base = x * 1
            v = view(base)
            loss = base.sin().sum() if used == "base" else (v * v).sum() if used == "view" else 0
            change(v)
            print(shown, changed, name(v), name(base), tuple(v.shape), v._version, v._is_view())
            (loss if used == "view" else base.sum() + v.sum() + loss).backward()
            return x.grad.tolist()

        for used in ("nothing", "base", "view"):
            told(used, lambda: run(used))
        told("leaf", lambda: name(change(view(leaf()))))

told("set", lambda: torch.no_grad()(lambda: leaf().set_(torch.ones(2)))().shape)
told("other type", lambda: torch.ones(2).set_(torch.ones(2, dtype=torch.int)))
told("too many", lambda: torch.ones(1, 2, 3).t_())
with torch.inference_mode():
    print(torch.ones(2, 3)[0].detach_().shape)


def mapped(f):
    x = torch.arange(6.0).view(2, 3) + 1
    return torch.vmap(torch.func.grad(lambda y: f(y)))(x)


told("item", lambda: mapped(lambda y: y.sum().item()))
told("condition", lambda: mapped(lambda y: y.sum() if y.sum() > 0 else -y.sum()))
told("mask", lambda: mapped(lambda y: y[y > 1].sum()))
told("out", lambda: torch.func.jvp(lambda y: torch.sin(y, out=torch.empty(3)), (torch.ones(3),), (torch.ones(3),)))
for correction in (0, 2, 3):
    for dim in (None, 0, (0,)):
        x = torch.tensor([1.0, 3.0])
        print(torch.func.jvp(lambda y: y.var(dim, correction=correction), (x,), (torch.tensor([1.0, 0.5]),))[1])
print(torch.norm_except_dim(torch.tensor([3.0, -4.0]), 2, 0), torch.nn.utils.parametrizations.weight_norm(torch.nn.BatchNorm1d(3)).weight.tolist())
