# A wrapper subclass sees the operators below autograd: forward, backward, views, in-place.
import torch
from torch.utils._pytree import tree_map


class LoggingTensor(torch.Tensor):
    elem: torch.Tensor
    __slots__ = ["elem"]
    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, elem, *, requires_grad=False):
        r = torch.Tensor._make_wrapper_subclass(
            cls, elem.size(), strides=elem.stride(), storage_offset=elem.storage_offset(),
            dtype=elem.dtype, layout=elem.layout, device=elem.device, requires_grad=requires_grad)
        r.elem = elem.detach() if requires_grad else elem
        return r

    def __repr__(self):
        return f"LoggingTensor({self.elem})"

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        def unwrap(x):
            return x.elem if isinstance(x, LoggingTensor) else x

        def wrap(x):
            return LoggingTensor(x) if isinstance(x, torch.Tensor) else x

        print("  call", func, [t.__name__ for t in types], len(args))
        return tree_map(wrap, func(*tree_map(unwrap, args), **tree_map(unwrap, kwargs or {})))


x = LoggingTensor(torch.tensor([1.0, 2.0, 3.0]))
print(type(x).__name__, x.shape, x.dtype, x.requires_grad, x.device)
print("add")
print(x + 1)
print("mixed")
print(torch.ones(3) * x)
print("linear")
w = LoggingTensor(torch.arange(6.0).reshape(2, 3))
print(torch.nn.functional.linear(w, w))
print("split")
print(x.split(2))
print("max")
v, i = x.max(0)
print(v, i)
print("in place")
x.mul_(2)
print(x)
print("backward")
p = LoggingTensor(torch.tensor([1.0, 2.0]), requires_grad=True)
y = (p * p).sum()
print(y.requires_grad, y.grad_fn.name())
y.backward()
print(p.grad)
print("grad")
q = LoggingTensor(torch.tensor([0.5]), requires_grad=True)
(g,) = torch.autograd.grad(torch.sin(q), q, torch.ones(1))
print(type(g).__name__, g)
print("item")
print(LoggingTensor(torch.tensor(2.5)).item())
print("cat")
print(torch.cat([x, torch.zeros(1)]))
print("out of the class")
print(x.elem, isinstance(x, torch.Tensor))
