# Operators of tensors whose operands a mode, a class or the function behind them refuses with a TypeError are not implemented.
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode


class Functions(TorchFunctionMode):
    def __torch_function__(self, f, types, args=(), kwargs=None):
        return f(*args, **(kwargs or {}))


class Operators(TorchDispatchMode):
    def __torch_dispatch__(self, f, types, args=(), kwargs=None):
        return f(*args, **(kwargs or {}))


class Sub(torch.Tensor):
    pass


operators = [
    lambda x, o: x + o, lambda x, o: o * x, lambda x, o: x @ o, lambda x, o: x < o, lambda x, o: x & o, lambda x, o: x == o, lambda x, o: x // o, lambda x, o: o - x,
    lambda x, o: x.__add__(o), lambda x, o: x.__eq__(o), lambda x, o: o / x, lambda x, o: x << o, lambda x, o: x ** o, lambda x, o: x.add(o),
]


def tell(x, operands):
    for o in operands:
        for f in operators:
            try:
                print(f(x, o))
            except Exception as e:
                print(type(e).__name__, str(e).split("\n")[0])


tell(torch.ones(2), [None, "a"])
with Functions():
    tell(torch.ones(2), [None, "a"])
with Operators():
    tell(torch.ones(2), [None])
tell(torch.ones(2).as_subclass(Sub), [None])


class Refuses:
    @classmethod
    def __torch_function__(cls, f, types, args=(), kwargs=None):
        return NotImplemented


class Raises:
    @classmethod
    def __torch_function__(cls, f, types, args=(), kwargs=None):
        raise TypeError("mine")


tell(torch.ones(2), [Refuses(), Raises()])
