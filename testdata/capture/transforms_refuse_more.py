# What transforms of functions refuse, in PyTorch's words; names of functorch warn; modules as functions show what they call.
import warnings
import functorch
import torch
from torch import nn
from torch.func import grad, jacfwd, jvp, vjp, vmap
from torch._functorch.eager_transforms import _slice_argnums

x = torch.ones(2)


def told(name, call):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = call()
        except Exception as e:
            result = f"{type(e).__name__}: {str(e)[:200]}"
    print(name, result, [(w.category.__name__, str(w.message)) for w in seen if "functorch" in str(w.message)])


told("aux of a number", lambda: grad(lambda x: (x.sum(), 3), has_aux=True)(x))
told("aux of None", lambda: vjp(lambda x: (x, {"a": [x, None]}), x, has_aux=True))
told("ints", lambda: grad(lambda x: x.sum())(x.int()))
told("ints forward", lambda: jvp(torch.sin, (x.int(),), (x.int(),)))
told("int direction", lambda: jvp(torch.sin, (x,), (x.int(),)))
told("Jacobian of ints", lambda: jacfwd(lambda x: x)(x.int()))
told("number as direction", lambda: jvp(torch.sin, (x,), (3,)))
told("nothing", lambda: vjp(lambda x: None, x))
told("nothing among results", lambda: vjp(lambda x: (x, None), x))
told("other structure", lambda: vjp(lambda x: {"a": x}, x)[1]({"b": x}))
told("argument number", lambda: _slice_argnums((1, 2), ((0,),)))
told("argument numbers", lambda: _slice_argnums((1, 2), "a"))
told("data", lambda: vmap(lambda x: x.data)(x))
told("mask", lambda: vmap(lambda x: x[x > 0])(torch.ones(2, 3)))
line = nn.Linear(1, 1)
told("function of a module", lambda: functorch.make_functional(line)[0])
told("buffers", lambda: functorch.make_functional(nn.BatchNorm1d(1)))
told("stacked", lambda: [p.requires_grad for p in functorch.combine_state_for_ensemble([line, line])[1]])
told("vmap", lambda: functorch.vmap(torch.sin)(x).shape)
