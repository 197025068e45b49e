# Errors about marked sizes say where they became constants, with the calls that led there.
import torch


def raises(fn, *args):
    torch._dynamo.reset()
    try:
        torch.compile(fn, backend="eager")(*args)
        print(fn.__name__, "compiles")
    except Exception as e:
        print(fn.__name__, type(e).__name__)
        print(str(e).replace(__file__, "FILE") + "|")


def reshaped(x):
    return x.view(3, 4)


def between(x):
    y = reshaped(x)
    return y + 1


def nested(x):
    return between(x)


def two_sizes(x, y):
    z = x + torch.ones(3, 4)
    assert y.shape[0] == 5
    return z, y + 1


def narrowed_too(x, y):
    z = x + torch.ones(3, 4)
    if y.shape[0] > 4:
        return z
    return z, y + 1


def compared(x):
    n = x.shape[0]
    if n == 3:
        return x + 1
    return x


def marked(*sizes, **options):
    x = torch.ones(*sizes)
    torch._dynamo.mark_dynamic(x, 0, **options)
    return x


raises(nested, marked(3, 4))
raises(two_sizes, marked(3, 4), marked(5))
raises(narrowed_too, marked(3, 4), marked(5, min=2, max=10))
raises(compared, marked(3, 4))
