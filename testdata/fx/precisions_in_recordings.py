"""make_fx(pre_dispatch=True) has regions of autocast as calls that enter and leave them."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx

torch.manual_seed(0)
a = torch.randn(4, 4)


def one(a):
    b = a * 2
    with torch.amp.autocast(device_type="cpu"):
        c = torch.matmul(b, b)
    return b + c


def nested(a):
    with torch.amp.autocast("cpu", dtype=torch.float16, cache_enabled=False):
        with torch.amp.autocast("cpu", enabled=False):
            c = torch.matmul(a, a)
        with torch.no_grad():
            d = torch.nn.functional.linear(a, a)
    return c + d


def inference(a):
    with torch.autocast("cpu"), torch.inference_mode():
        return a @ a


def around(a):
    with torch.no_grad():
        b = a + 1
        with torch.autocast("cpu"):
            c = a @ b
        d = c * 2
    return d - a


for f in (one, nested, around):
    recorded = make_fx(f, pre_dispatch=True)(a)
    print(recorded.code)
    print(torch.equal(recorded(a), f(a)), torch.equal(make_fx(f)(a)(a), f(a)))
print(make_fx(inference, pre_dispatch=True)(a).code)
compiled = torch.compile(one, backend="pre_dispatch_eager")
x, y = a.clone().requires_grad_(), a.clone().requires_grad_()
one(x).sum().backward()
compiled(y).sum().backward()
print(torch.equal(x.grad, y.grad))
