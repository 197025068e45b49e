# A float that is no operand of arithmetic is a constant to compilers that scripts bring: the frame is traced once more, and a compiler that fails is called once.
import torch
from torch._dynamo.backends.common import aot_autograd

shown = []


def keep(gm, inputs):
    shown.append(len(inputs))
    return gm


calls = []


def failing(gm, inputs):
    calls.append(len(inputs))
    raise ValueError("no")


def f(x, s):
    return torch.nn.functional.dropout(x, p=s * 0.5) * 2


for backend in (keep, aot_autograd(fw_compiler=keep), failing):
    torch._dynamo.reset()
    try:
        g = torch.compile(f, dynamic=True, backend=backend)
        print(g(torch.ones(4), 0.0), g(torch.ones(5), 0.0))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[1])
print(len(calls))

torch.manual_seed(0)
norm, plain = torch.nn.BatchNorm1d(4), torch.nn.BatchNorm1d(4)
compiled = torch.compile(norm, dynamic=True, backend=aot_autograd(fw_compiler=keep))
for n in (5, 7):
    x = torch.randn(n, 4)
    a, b = x.clone().requires_grad_(), x.clone().requires_grad_()
    compiled(a).pow(3).sum().backward()
    plain(b).pow(3).sum().backward()
    print(torch.allclose(a.grad, b.grad, atol=1e-5), torch.allclose(norm.weight.grad, plain.weight.grad, atol=1e-5))
print(torch.allclose(norm.running_var, plain.running_var), norm.num_batches_tracked)
