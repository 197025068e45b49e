# Which class answers, what shares memory, and what is refused.
import torch


class Base(torch.Tensor):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print(" ", cls.__name__, func, sorted(t.__name__ for t in types))
        plain = [a.as_plain() if isinstance(a, Base) else a for a in args]
        return func(*plain, **(kwargs or {}))

    @staticmethod
    def __new__(cls, value):
        r = torch.Tensor._make_wrapper_subclass(cls, value.shape, dtype=value.dtype)
        r.value = value
        return r

    def as_plain(self):
        return self.value


class Derived(Base):
    pass


a, b = Base(torch.ones(2)), Derived(torch.full((2,), 2.0))
print(a + b)
print(b + a)
print(torch.mul(a, 3))
print(a == b)
print(bool((a < b).all()))
print(len(a), a.dim(), a.size(0), a.numel(), a.stride(), a.is_contiguous())
out = torch.empty(2)
print(hasattr(Derived, "__torch_dispatch__"), isinstance(b, Base), type(a.value).__name__)
try:
    torch.Tensor._make_wrapper_subclass(torch.nn.Module, (2,))
except (RuntimeError, TypeError) as e:
    print("refused", type(e).__name__)


class Refusing(Base):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


try:
    Refusing(torch.ones(2)) + 1
except TypeError as e:
    print(str(e).splitlines()[0])
    print(str(e).splitlines()[-1])
