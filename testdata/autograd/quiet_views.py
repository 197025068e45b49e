# Views that are made without a history, under no_grad and in inference mode, need gradients where their base does, and gradients go nowhere from them.
import copy

import torch


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e)[:130])


a = torch.ones(2, 2, requires_grad=True)
b = a * 3
with torch.no_grad():
    for name, f in {"select": lambda x: x[0], "t": lambda x: x.t(), "split": lambda x: x.split(1)[0], "detach": lambda x: x.detach(), "clone": lambda x: x.clone(),
                    "dtype": lambda x: x.view(torch.int32), "alias": lambda x: x.view_as(x), "twice": lambda x: x.view(4)[:2]}.items():
        print(name, f(a).requires_grad, f(b).requires_grad, f(a).is_leaf, f(a).grad_fn)
    v = a[0]
    print(v, copy.deepcopy(v), (v * 2).requires_grad)
w = v * 2
print(w, w.grad_fn.next_functions)
show("grad", lambda: torch.autograd.grad(w.sum(), a))
show("backward", lambda: v.sum().backward())
show("change", lambda: v.add_(1))
with torch.no_grad():
    v.add_(1)
    print(v)
show("grad_fn", lambda: v.grad_fn)
show("use", lambda: v * 2)
with torch.inference_mode():
    u, z = a[:1], torch.ones(2)[:1]
    print(u.requires_grad, u.is_inference(), u._is_view(), z._is_view())
show("change", lambda: u.add_(1))
a.requires_grad_(False)
print(u.requires_grad)

# Tensors that hooks unpack have the history of what was packed, so second derivatives are whole.
x = torch.tensor(3.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t.clone()):
    y, e = x * x * x, x.exp()
print(y.grad_fn._saved_other.requires_grad, y.grad_fn._saved_other is x)
for out in (y, e):
    (g,) = torch.autograd.grad(out, x, create_graph=True)
    print(g.requires_grad, torch.autograd.grad(g, x))
print([n for n in dir(y.grad_fn) if "saved" in n], y.grad_fn.requires_grad)
for node in (torch.conv2d(torch.ones(1, 1, 3, 3, requires_grad=True), torch.ones(1, 1, 2, 2)).grad_fn, torch.addmm(x, x.view(1, 1), x.view(1, 1)).grad_fn):
    print([(n, getattr(node, n)) for n in dir(node) if n.startswith("_saved_") and not isinstance(getattr(node, n), torch.Tensor)])
