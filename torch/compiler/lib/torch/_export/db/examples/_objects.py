"""Objects of Python: classes, functions within functions, containers, attributes."""

import contextlib
import functools
from enum import Enum

import torch
import torch._dynamo as torchdynamo
import torch.utils._pytree as pytree

from ..case import export_case


@export_case(example_args=(torch.randn(3, 4),))
class ClassMethod(torch.nn.Module):
    """Class methods are called through the class, the type of the object, and the object."""

    @classmethod
    def method(cls, x):
        return x + 1

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 2)

    def forward(self, x):
        x = self.linear(x)
        return self.method(x) * self.__class__.method(x) * type(self).method(x)


class _Copying(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad + 1


@export_case(example_args=(torch.randn(3, 2),))
class AutogradFunction(torch.nn.Module):
    """The forward of a function with a derivative of its own is traced, the derivative is left out."""

    def forward(self, x):
        return _Copying.apply(x)


@export_case(example_args=(torch.randn(3, 2), "attr"), tags={"python.builtin"})
class TensorSetattr(torch.nn.Module):
    """Attributes of tensors may be set."""

    def forward(self, x, attr):
        setattr(x, attr, torch.randn(3, 2))
        return x + 4


@export_case(example_args=(torch.randn(3, 2),), tags={"python.context-manager"})
class NullContextManager(torch.nn.Module):
    """A context manager that does nothing."""

    def forward(self, x):
        with contextlib.nullcontext():
            return x.sin() + x.cos()


class _Adder:
    @classmethod
    def func(cls, x):
        return x + 1


@export_case(example_args=(torch.randn(3, 4),), tags={"python.builtin"})
class TypeReflectionMethod(torch.nn.Module):
    """type() of an object, and its class methods."""

    def forward(self, x):
        return type(_Adder()).func(x)


@export_case(example_args=(torch.randn(3, 2), torch.tensor(4)), tags={"torch.escape-hatch"})
class AssumeConstantResult(torch.nn.Module):
    """A function whose result is taken for a constant runs outside of the trace."""

    @torchdynamo.assume_constant_result
    def get_item(self, y):
        return y.int().item()

    def forward(self, x, y):
        return x[: self.get_item(y)]


@export_case(example_args=(torch.randn(3, 2),), tags={"torch.mutation"})
class UserInputMutation(torch.nn.Module):
    """An input may be written."""

    def forward(self, x):
        x.mul_(2)
        return x.cos()


@export_case(example_args=(torch.randn(2, 3),), tags={"python.object-model"})
class OptionalInput(torch.nn.Module):
    """A parameter that the example leaves to its default is a constant."""

    def forward(self, x, y=torch.randn(2, 3)):
        if y is not None:
            return x + y
        return x


def _one_more(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs) + 1

    return wrapper


@export_case(example_args=(torch.randn(3, 2), torch.randn(3, 2)))
class Decorator(torch.nn.Module):
    """Decorated functions are inlined like others."""

    @_one_more
    def forward(self, x, y):
        return x + y


@export_case(
    example_args=(torch.randn(4), (torch.randn(4), torch.randn(4)), torch.randn(4), torch.randn(4)),
    example_kwargs={"mykw0": torch.randn(4), "input0": torch.randn(4), "input1": torch.randn(4)},
    tags={"python.data-structure"},
)
class FnWithKwargs(torch.nn.Module):
    """Positional and keyword arguments, collected ones too."""

    def forward(self, pos0, tuple0, *myargs, mykw0, **mykwargs):
        out = pos0
        for x in (*tuple0, *myargs, mykw0, mykwargs["input0"], mykwargs["input1"]):
            out = out * x
        return out


class _Animal(Enum):
    COW = "moo"


@export_case(example_args=(torch.randn(3, 2),))
class SpecializedAttribute(torch.nn.Module):
    """Attributes that are no tensors are constants of the program."""

    def __init__(self):
        super().__init__()
        self.a = "moo"
        self.b = 4

    def forward(self, x):
        if self.a == _Animal.COW.value:
            return x * x + self.b
        raise ValueError("bad")


@export_case(example_args=(torch.randn(3, 2), torch.randn(2)), tags={"python.closure"})
class NestedFunction(torch.nn.Module):
    """Functions within functions read and change what they close over."""

    def forward(self, a, b):
        x, y = a + b, a - b

        def closure(y):
            nonlocal x
            x += 1
            return x * x + y

        return closure(y)


@export_case(example_args=(torch.randn(3, 2),), tags={"python.object-model"})
class ModelAttrMutation(torch.nn.Module):
    """Attributes of the module may be read and given new values."""

    def __init__(self):
        super().__init__()
        self.attr_list = [torch.randn(3, 2), torch.randn(3, 2)]

    def recreate_list(self):
        return [torch.zeros(3, 2), torch.zeros(3, 2)]

    def forward(self, x):
        self.attr_list = self.recreate_list()
        return x.sum() + self.attr_list[0].sum()


@export_case(example_args=([torch.randn(3, 2), torch.tensor(4), torch.tensor(5)],), tags={"python.control-flow", "python.data-structure"})
class ListUnpack(torch.nn.Module):
    """Lists unpack."""

    def forward(self, args):
        x, *y = args
        return x + y[0]


@export_case(example_args=([{1: torch.randn(3, 2), 2: torch.randn(3, 2)}],))
class PytreeFlatten(torch.nn.Module):
    """torch.utils._pytree is traced through."""

    def forward(self, x):
        leaves, _ = pytree.tree_flatten(x)
        return leaves[0] + 1


@export_case(example_args=(torch.randn(3, 2), torch.tensor(4)), tags={"python.data-structure"})
class Dictionary(torch.nn.Module):
    """Dictionaries are built, changed and read."""

    def forward(self, x, y):
        elements = {}
        elements["x2"] = x * x
        y = y * elements["x2"]
        return {"y": y}
