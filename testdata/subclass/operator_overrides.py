# The methods that overrides see for operators, protocols, attributes that are set, and functions written in Python.
import operator
import torch
from torch.overrides import TorchFunctionMode, resolve_name


class Names(TorchFunctionMode):
    def __init__(self):
        self.seen = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append(resolve_name(func))
        return func(*args, **(kwargs or {}))


def seen(name, f):
    with Names() as names:
        try:
            f()
        except Exception as e:
            names.seen.append(type(e).__name__)
    print(name, names.seen)


x, i, s = torch.ones(2), torch.ones(2, dtype=torch.long), torch.tensor(1.5)
for name in "add sub mul truediv floordiv mod pow eq ne lt ge".split():
    f = getattr(operator, name)
    seen(name, lambda: f(x, x))
    seen(name, lambda: f(2, x))
for name in "and_ or_ xor lshift rshift".split():
    f = getattr(operator, name)
    seen(name, lambda: f(i, i))
    seen(name, lambda: f(2, i))
for name in "iadd ipow iand ior ixor ilshift irshift".split():
    f = getattr(operator, name)
    target = i.clone()
    seen(name, lambda: f(target, 2))
seen("invert", lambda: ~i)
seen("contains", lambda: 1.0 in x)
seen("format", lambda: f"{s:.2f}")
seen("index", lambda: operator.index(torch.tensor(1)))
seen("set", lambda: setattr(x, "data", x))
seen("set", lambda: setattr(x, "grad", None))
seen("set", lambda: setattr(x, "requires_grad", False))


class Other:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return f"other {resolve_name(func)}"


for f in (lambda t: torch.dequantize(t), lambda t: torch.slice_inverse(t, t), lambda t: torch.q_scale(t), lambda t: torch.nn.functional.conv_tbc(t, t, t), lambda t: t in [t]):
    print(f(Other()))


class Silent:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


for f in (lambda: torch.add(Silent(), 1), lambda: torch.nn.functional.relu(Silent())):
    try:
        f()
    except TypeError as e:
        print(str(e).splitlines()[0])
