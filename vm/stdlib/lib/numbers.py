"""The tower of numeric types, as abstract base classes."""

from abc import ABCMeta, abstractmethod

__all__ = ["Number", "Complex", "Real", "Rational", "Integral"]


def _to_define(names, parameters=1):
    """Return abstract methods, of operators with so many operands."""

    def make(name):
        def method(self, *operands):
            raise NotImplementedError

        def unary(self):
            raise NotImplementedError

        chosen = unary if parameters == 1 else method
        chosen.__name__ = name
        return abstractmethod(chosen)

    return {name: make(name) for name in names.split()}


def _parts(names):
    """Return abstract properties."""
    return {name: property(method) for name, method in _to_define(names).items()}


class Number(metaclass=ABCMeta):
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    __slots__ = ()
    vars().update(_parts("real imag"), **_to_define("__complex__ conjugate __neg__ __pos__ __abs__"))
    vars().update(_to_define("__add__ __radd__ __mul__ __rmul__ __truediv__ __rtruediv__ __pow__ __rpow__ __eq__", 2))

    def __bool__(self):
        return self != 0

    def __rsub__(self, other):
        return -self + other

    def __sub__(self, other):
        return self + -other


class Real(Complex):
    __slots__ = ()
    vars().update(_to_define("__float__ __trunc__ __floor__ __ceil__"))
    vars().update(_to_define("__round__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __lt__ __le__", 2))

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __complex__(self):
        return complex(float(self))

    def conjugate(self):
        return +self

    real = property(conjugate)
    imag = property(lambda self: 0)


class Rational(Real):
    __slots__ = ()
    vars().update(_parts("numerator denominator"))

    def __float__(self):
        above, below = map(int, (self.numerator, self.denominator))
        return above / below


class Integral(Rational):
    __slots__ = ()
    vars().update(_to_define("__int__ __invert__"))
    vars().update(_to_define("__pow__ __lshift__ __rlshift__ __rshift__ __rrshift__ __and__ __rand__ __xor__ __rxor__ __or__ __ror__", 2))

    numerator = property(lambda self: +self)
    denominator = property(lambda self: 1)

    def __float__(self):
        return float(int(self))

    def __index__(self):
        return int(self)


for _abstract, _builtin in (Complex, complex), (Real, float), (Integral, int):
    _abstract.register(_builtin)

from _numbers import pairs as _pairs

for _abstract, _builtin in _pairs:
    globals()[_abstract].register(_builtin)
