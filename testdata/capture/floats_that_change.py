# Compilers of a script get graphs in which a float that differs from call to call is an input: a tensor without dimensions.
import torch
from functorch.compile import make_boxed_func
from torch._dynamo.backends.common import aot_autograd

graphs = []


def compiler(gm, inputs):
    graphs.append([tuple(i.shape) for i in inputs])
    return make_boxed_func(gm.forward)


backend = aot_autograd(fw_compiler=compiler)


def run(f, x, *floats):
    torch._dynamo.reset()
    graphs.clear()
    compiled = torch.compile(f, backend=backend)
    for value in floats:
        out = compiled(x, value)
        assert torch.equal(out, f(x, value)) and out.dtype == f(x, value).dtype, value
        print(f.__name__, value, out.dtype, out.flatten()[:2].tolist())
        if x.requires_grad:
            x.grad = None
            out.sum().backward()
            print("  grad", x.grad.flatten()[:2].tolist())
    print("  inputs", graphs)


def scale(x, by):
    return x * by


def shifted(x, by):
    return x * (by * 2 + 1) - by


def quotient(x, by):
    return by / x


def larger(x, by):
    return x > by


def alpha(x, by):
    return torch.add(x, x, alpha=by)


def filled(x, by):
    return torch.full((2,), by) + x[0, 0]


x = torch.arange(1.0, 7.0).reshape(2, 3)
run(scale, x, 1.5, 2.5, 3.5)
run(scale, x.requires_grad_(), 1.5, 2.5, 3.5)
run(shifted, x, 1.5, 2.5, 3.5)
run(quotient, x, 1.5, 2.5, 3.5)
x = x.detach()
run(scale, x.to(torch.int64), 1.5, 2.5, 3.5)
run(shifted, x.to(torch.bfloat16), 1.5, 2.5)
run(larger, x, 1.5, 2.5, 3.5)
run(alpha, x, 1.5, 2.5, 3.5)
run(filled, x, 1.5, 2.5, 3.5)
