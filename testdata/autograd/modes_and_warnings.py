# Decorators of gradient modes on generators and classes, warnings of anomaly mode and of gradients of results, and what is refused twice.
import warnings

import torch
from torch.utils.checkpoint import checkpoint
from torch.utils._contextlib import _DecoratorContextManager


def attempt(run):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            print(run())
        except Exception as e:
            print(f"{type(e).__name__}: {str(e)[:90]}")
    for w in seen:
        print("   ", w.category.__name__, str(w.message).splitlines()[0][:70])


@torch.enable_grad()
def numbers():
    got = yield torch.is_grad_enabled()
    try:
        yield torch.is_grad_enabled(), got
    except ValueError:
        yield torch.is_grad_enabled(), "caught"
    return torch.is_grad_enabled()


with torch.no_grad():
    steps = numbers()
    print(next(steps), torch.is_grad_enabled(), steps.send(5), steps.throw(ValueError()), torch.is_grad_enabled())
    try:
        next(steps)
    except StopIteration as end:
        print(end.value)


@torch.no_grad
def plain(x):
    return x * 2


x = torch.ones(2, requires_grad=True)
print(plain(x).requires_grad, plain.__name__, issubclass(torch.no_grad, _DecoratorContextManager), isinstance(torch.inference_mode(), _DecoratorContextManager))


def decorate():
    @torch.no_grad()
    class Made:
        def __init__(self):
            self.enabled = torch.is_grad_enabled()

    return Made().enabled


attempt(decorate)


def negative_root():
    with torch.autograd.detect_anomaly():
        (torch.sqrt(x - 1) * 0).sum().backward()


attempt(negative_root)
outside = torch.sqrt(x - 1) * 0


def late():
    with torch.autograd.detect_anomaly():
        outside.sum().backward()


attempt(late)
attempt(lambda: (x * 2).grad)
doubled = x * 2
doubled.sum().backward()
attempt(lambda: doubled.sum().backward())
attempt(lambda: (x * 1).detach_())
attempt(lambda: (x * 1).view(2).detach_())
attempt(lambda: setattr(x, "data", torch.ones(2).long()))
attempt(lambda: setattr(x, "grad", torch.ones(2, device="meta")))
attempt(lambda: torch.autograd.grad([x.sum(), x.sum()], x, [None]))
attempt(lambda: torch.autograd.backward((x * 2).sum(), grad_variables=torch.ones(())))
attempt(lambda: torch.autograd.grad(checkpoint(lambda x: x.sin(), x, use_reentrant=True).sum(), x))
attempt(lambda: torch.nn.init.kaiming_uniform_(torch.empty(0, 2)))
attempt(lambda: torch.nn.init.trunc_normal_(torch.empty(1), 5.0, 1.0, -1.0, 1.0).shape)
