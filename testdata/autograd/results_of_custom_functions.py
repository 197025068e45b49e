# Custom functions: what apply makes of lists, numbers and named tuples among the results, plain and compiled; gradients that backward gives too many
# or too few of; what cannot be traced; and where a body changes what is outside of it.
import collections

import torch
from torch._dynamo.testing import same
from torch._higher_order_ops.wrap import wrap

Pair = collections.namedtuple("Pair", "a b")


def function(compute, **more):
    class Made(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return compute(x)

        @staticmethod
        def backward(ctx, *grads):
            return grads[0]

    for name, value in more.items():
        setattr(Made, name, value)
    return Made


for compute in (lambda x: [x + 1, 3], lambda x: (x + 1,), lambda x: Pair(x + 1, x), lambda x: [], lambda x: {"a": x + 1}, lambda x: None, lambda x: [x], lambda x: [x + 1, [x]]):
    for requires_grad in (True, False):
        print(function(compute).apply(torch.ones(1, requires_grad=requires_grad)))


class Numbers(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.needs = ctx.needs_input_grad
        return x + 1, 3

    @staticmethod
    def backward(ctx, g, h):
        print("backward", h)
        return g * 2 if ctx.needs[0] else None


class TooMany(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, g):
        return g * 2, 3


class TooFew(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * y

    @staticmethod
    def backward(ctx, g):
        return g * 5


for call in (lambda x: TooMany.apply(x), lambda x: TooFew.apply(x, 2)):
    torch._dynamo.reset()
    x = torch.ones(2, requires_grad=True)
    torch.compile(call, backend="aot_eager", fullgraph=True)(x).sum().backward()
    print(x.grad)
    try:
        call(x).sum().backward()
    except RuntimeError as e:
        print(e)

x = torch.ones(2, requires_grad=True)
print(Numbers.apply(x))


def refused(call):
    torch._dynamo.reset()
    try:
        torch.compile(call, backend="eager", fullgraph=True)(torch.ones(2, requires_grad=True))
    except torch._dynamo.exc.Unsupported as e:
        print(str(e).split("from user code")[0])
        print([line.strip() for line in str(e).splitlines() if line.strip().startswith("File") and print(line.rsplit(", ", 1)[1])])


WithJvp = function(lambda x: x * 2, jvp=staticmethod(lambda ctx, t: t))
Sum = function(lambda x: x * 2, forward=staticmethod(lambda ctx, x, y: x + y))
refused(lambda x: WithJvp.apply(x))
refused(lambda x: Sum.apply(x, x))

seen = []


def noted(x):
    def inner(y):
        seen.append(y)
        return y + 1

    return wrap(inner, x)


refused(noted)


def changed(x):
    count = 1

    def inner(y):
        nonlocal count
        count = 2
        return y + count

    return wrap(inner, x)


refused(changed)

for value in (frozenset([1]), range(3), slice(1), 1j, b"a", torch.float32, Pair, len):
    try:
        print(same(value, value))
    except RuntimeError as e:
        print(e)
for a, b in ((1, 1.0), (1.0, 1), ({1}, {2}), ({}, []), ([1], [1, 2]), (torch.ones(2), torch.ones(1)), (torch.ones(1), 1.0)):
    try:
        print(same(a, b))
    except AssertionError as e:
        print(e)
