# A module that the code imports and whose functions it inlines: both the module and its namespace are read.
import torch

def original(x):
    "the one that is wrapped"
    return x

def wrapping(x):
    import functools

    @functools.wraps(original)
    def inner(y):
        return y + 1

    return inner(x) + len(inner.__doc__)

def partial(x):
    import functools
    return functools.partial(original, x)() + len(functools.WRAPPER_ASSIGNMENTS) * 0

for f in (wrapping, partial):
    compiled = torch.compile(f, backend="eager", fullgraph=True)
    print(f.__name__, compiled(torch.ones(2)), compiled(torch.ones(2)))
