# What functions that are mapped or differentiated may not do.
import copy
import pickle
import torch
import torch.nn.functional as F
from torch.func import grad, vmap


def attempt(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


def backward(x):
    y = torch.randn(3, requires_grad=True)
    (y.sin() * x).sum().backward()
    return x.sum()


def set_data(x):
    x.data = torch.ones(2)
    return x.sum()


one, two = torch.tensor(1.0), torch.ones(2)
attempt("backward", lambda: grad(backward)(one))
attempt("data", lambda: grad(set_data)(two))
attempt("data", lambda: vmap(set_data)(torch.ones(2, 2)))
attempt("requires_grad_", lambda: grad(lambda x: x.clone().requires_grad_().sum())(two))
attempt("retain_grad", lambda: grad(lambda x: (x.retain_grad(), x.sin())[1])(one))
attempt("condition", lambda: vmap(lambda x: x if x > 0 else -x)(two))
attempt("text", lambda: vmap(lambda x: (f"{x}", x)[1])(two))
attempt("list", lambda: vmap(lambda x: x.tolist())(two))
attempt("list", lambda: grad(lambda x: (print(x.tolist()), x.sin())[1])(one))
attempt("numpy", lambda: grad(lambda x: (x.numpy(), x.sin())[1])(one))
attempt("address", lambda: vmap(lambda x: x.data_ptr())(two))
attempt("copy", lambda: vmap(lambda x: copy.deepcopy(x))(two))
attempt("pickle", lambda: grad(lambda x: (pickle.dumps(x), x.sin())[1])(one))
attempt("storage", lambda: grad(lambda x: (x.untyped_storage(), x.sin())[1])(one))
attempt("statistics", lambda: vmap(torch.nn.BatchNorm1d(3))(torch.randn(2, 4, 3)))
attempt("evaluation", lambda: vmap(lambda x: F.batch_norm(x, torch.zeros(3), torch.ones(3), training=False))(torch.ones(2, 1, 3)).shape)
attempt("level", lambda: vmap(lambda x: (print(torch._C._functorch.current_level()), grad(lambda y: (print(torch._C._functorch.current_level()), y.sin())[1])(x))[1])(two))
