# Operators that take functions, defined by a script: kernels by key and mode, the way through autograd, __torch_function__.
import torch
from torch._C import DispatchKey
from torch._ops import HigherOrderOperator
from torch.utils._python_dispatch import TorchDispatchMode


class Apply(HigherOrderOperator):
    def __init__(self):
        super().__init__("apply_in_test")

    def __call__(self, f, x):
        return super().__call__(f, x)


apply = Apply()


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:90])


attempt(lambda: apply(torch.sin, torch.ones(2)))


@apply.py_impl(DispatchKey.CompositeExplicitAutograd)
def dense(f, x):
    print("dense")
    return f(x)


@apply.py_impl(DispatchKey.Autograd)
def recorded(f, x):
    print("autograd")
    with torch._C._AutoDispatchBelowAutograd():
        return apply(f, x)


class Looking(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print("mode", func)
        return func(*args, **(kwargs or {}))


attempt(lambda: apply(torch.sin, torch.ones(2, requires_grad=True)))
x = torch.ones(2)
with Looking():
    attempt(lambda: apply(torch.sin, x))


@apply.py_impl(Looking)
def looked_at(mode, f, x):
    print("rule", type(mode).__name__)
    return f(x)


with Looking():
    attempt(lambda: apply(torch.sin, x))
print(apply, apply.name(), apply.namespace, isinstance(apply, HigherOrderOperator), torch.ops.higher_order.apply_in_test is apply)
attempt(lambda: apply.py_impl(DispatchKey.Autograd)(None))
apply.fallthrough(DispatchKey.AutogradCPU)
attempt(lambda: apply(torch.sin, x))


class Own(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return f"own {func}"


attempt(lambda: apply(torch.sin, x.as_subclass(Own)))
