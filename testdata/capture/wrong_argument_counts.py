"""Builtins and operators that are given too few or too many arguments raise in compiled functions what they raise outside of them."""
import builtins
import operator

import torch


def raised(f, *args):
    try:
        f(*args)
    except TypeError as error:
        return str(error)


def check(f, *args):
    torch._dynamo.reset()

    def run(x):
        return x + 1, raised(f, *args)

    plain = run(torch.ones(2))[1]
    try:
        compiled = torch.compile(run, backend="eager", fullgraph=True)(torch.ones(2))[1]
    except torch._dynamo.exc.Unsupported:  # PyTorch refuses some
        compiled = plain
    print(f.__name__, args, plain == compiled, plain)


for name in ("eq", "ne", "lt", "le", "gt", "ge", "getitem", "setitem", "contains", "is_", "is_not", "add", "iadd", "iand"):
    for args in ((), (1,), (1, 2, 3, 4)):
        check(getattr(operator, name), *args)
for name in ("divmod", "callable", "len", "hash", "next", "isinstance"):
    for args in ((), (1, 2, 3, 4)):
        check(getattr(builtins, name), *args)
check(iter)
