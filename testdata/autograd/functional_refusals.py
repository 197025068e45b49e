# torch.autograd.functional and torch.func on functions and inputs that do not fit them, in all their modes.
import warnings

import torch
from torch.autograd import functional
from torch.func import grad, hessian, jacfwd, jacrev, jvp, linearize, vjp, vmap

warnings.simplefilter("ignore")


def shown(o):
    if isinstance(o, torch.Tensor):
        return f"{str(o.dtype)[6:]}{tuple(o.shape)}{[round(v, 2) for v in o.detach().double().flatten().tolist()] if not o.is_complex() else ''}"
    if isinstance(o, (tuple, list)):
        return type(o).__name__ + "(" + ", ".join(map(shown, o)) + ")"
    return str(o)


def told(name, f):
    try:
        print(name, "->", shown(f()))
    except Exception as e:
        print(name, "->", type(e).__name__ + ":", str(e).split("\n")[0])


functions = {
    "sum": lambda x: (x * x).sum(), "vector": lambda x: x * x, "two": lambda x: (x.sum(), x.prod()), "none": lambda x: None, "constant": lambda x: torch.ones(2),
    "detached": lambda x: x.detach().sum(), "linear": lambda x: x.sum(), "whole": lambda x: x.long().sum(), "complex": lambda x: (x * 1j).sum(), "both": lambda x: ((x * x).sum(), x),
}
inputs = {"x": torch.tensor([1.0, 2.0]), "whole": torch.arange(2), "number": 2.0, "tuple": (torch.tensor([1.0, 2.0]),), "complex": torch.tensor([1 + 0j, 2])}
for name, f in functions.items():
    for kind, x in inputs.items():
        text = f"{name} of {kind}"
        for strict, create in ((False, False), (True, False), (True, True)):
            told(f"jacobian {text} {strict} {create}", lambda: functional.jacobian(f, x, create, strict))
            told(f"hessian {text} {strict} {create}", lambda: functional.hessian(f, x, create, strict))
            if kind != "number":
                v = torch.ones_like(x[0] if kind == "tuple" else x)
                told(f"jvp {text} {strict} {create}", lambda: functional.jvp(f, x, v, create, strict))
                told(f"hvp {text} {strict} {create}", lambda: functional.hvp(f, x, v, create, strict))
        told(f"at once {text}", lambda: functional.jacobian(f, x, vectorize=True))
        told(f"forward {text}", lambda: functional.jacobian(f, x, strategy="forward-mode"))
        told(f"forward at once {text}", lambda: functional.jacobian(f, x, vectorize=True, strategy="forward-mode"))
        told(f"forward over reverse {text}", lambda: functional.hessian(f, x, vectorize=True, outer_jacobian_strategy="forward-mode"))
        if kind in ("x", "complex", "whole"):
            told(f"func.vjp {text}", lambda: vjp(f, x)[0])
            for transform in (jacrev, jacfwd, hessian):
                told(f"{transform.__name__} {text}", lambda: transform(f)(x))
        if kind == "whole" and name != "none":
            told(f"linearize {text}", lambda: linearize(f, x)[0])
    told(f"func.vjp with more {name}", lambda: vjp(lambda x: (f(x), x), inputs["x"], has_aux=True)[0])
x, c = inputs["x"], inputs["complex"]
told("second argument", lambda: jacrev(lambda a, b: a.sum(), argnums=0)(x, c))
told("second argument", lambda: jacfwd(lambda a, b: a.sum(), argnums=(0, 1))(x, c))
told("second result", lambda: jacrev(lambda a: (a, a + 0j))(x))
for in_dims in (0, 2, None, (0,), "a", 1.5):
    for out_dims in (0, "a", 1.5):
        told(f"vmap {in_dims} {out_dims}", lambda: vmap(lambda a, b: a * b.sum(), in_dims=in_dims, out_dims=out_dims)(torch.eye(2), torch.eye(2)))
