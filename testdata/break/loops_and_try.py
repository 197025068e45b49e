# Breaks in loops and in try blocks: the frame runs untraced, its callees compile on their own.
import torch
from torch._dynamo.testing import CompileCounter


def step(x, i):
    return x * 2 + i


def loop(x):
    for i in range(3):
        x = step(x, i)
        print("step", i)
    return x


def guarded(x):
    y = x + 1
    z = y * 2
    try:
        print("inside")
        z = z + 1
    finally:
        z = z - 3
    return z


def with_no_grad(x):
    y = x * 2
    with torch.no_grad():
        z = y + 1
        print("grad", torch.is_grad_enabled())
        z = z * 3
    return z, torch.is_grad_enabled()


x = torch.ones(2, requires_grad=True)
for fn in (loop, guarded, with_no_grad):
    counter = CompileCounter()
    print(fn.__name__, torch.compile(fn, backend=counter)(x), counter.frame_count, counter.op_count)
