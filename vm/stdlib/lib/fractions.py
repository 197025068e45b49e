"""Rational numbers."""

import math
import numbers
import operator
import re

_FORMAT = re.compile(r"\s*([-+]?)(?=\d|\.\d)(\d*)(?:/(\d+)|(?:\.(\d*))?(?:[eE]([-+]?\d+))?)\s*$")


class Fraction(numbers.Rational):
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                n, d = numerator, 1
            elif isinstance(numerator, numbers.Rational):
                n, d = numerator.numerator, numerator.denominator
            elif isinstance(numerator, float):
                n, d = numerator.as_integer_ratio()
            elif isinstance(numerator, str):
                m = _FORMAT.match(numerator)
                if m is None:
                    raise ValueError(f"Invalid literal for Fraction: {numerator!r}")
                sign, num, denom, decimal, exp = m.groups()
                n, d = int(num or "0"), 1
                if denom:
                    d = int(denom)
                else:
                    if decimal:
                        n, d = n * 10 ** len(decimal) + int(decimal), 10 ** len(decimal)
                    if exp:
                        e = int(exp)
                        if e >= 0:
                            n *= 10 ** e
                        else:
                            d *= 10 ** -e
                if sign == "-":
                    n = -n
            else:
                raise TypeError("argument should be a string or a Rational instance or have the as_integer_ratio() method")
        elif isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational):
            n = numerator.numerator * denominator.denominator
            d = denominator.numerator * numerator.denominator
        else:
            raise TypeError("both arguments should be Rational instances")
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        g = math.gcd(n, d)
        if d < 0:
            g = -g
        self._numerator = n // g
        self._denominator = d // g
        return self

    @classmethod
    def from_float(cls, f):
        return cls(*f.as_integer_ratio())

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction(p1, q1)
        return Fraction(p0 + k * p1, q0 + k * q1)

    def __repr__(self):
        return f"{type(self).__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    def _arith(op, fallback):
        def forward(a, b):
            if isinstance(b, numbers.Rational):
                return op(a, b)
            if isinstance(b, float):
                return fallback(float(a), b)
            if isinstance(b, complex):
                return fallback(complex(a), b)
            return NotImplemented

        def reverse(b, a):
            if isinstance(a, numbers.Rational):
                return op(Fraction(a), b)
            if isinstance(a, numbers.Real):
                return fallback(float(a), float(b))
            if isinstance(a, numbers.Complex):
                return fallback(complex(a), complex(b))
            return NotImplemented

        return forward, reverse

    __add__, __radd__ = _arith(lambda a, b: Fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator), operator.add)
    __sub__, __rsub__ = _arith(lambda a, b: Fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator), operator.sub)
    __mul__, __rmul__ = _arith(lambda a, b: Fraction(a.numerator * b.numerator, a.denominator * b.denominator), operator.mul)
    __truediv__, __rtruediv__ = _arith(lambda a, b: Fraction(a.numerator * b.denominator, a.denominator * b.numerator), operator.truediv)
    __floordiv__, __rfloordiv__ = _arith(lambda a, b: (a.numerator * b.denominator) // (a.denominator * b.numerator), operator.floordiv)
    __mod__, __rmod__ = _arith(lambda a, b: a - b * ((a.numerator * b.denominator) // (a.denominator * b.numerator)), operator.mod)
    del _arith

    def __pow__(a, b):
        if isinstance(b, numbers.Rational) and b.denominator == 1:
            n = b.numerator
            if n >= 0:
                return Fraction(a.numerator ** n, a.denominator ** n)
            if a.numerator == 0:
                raise ZeroDivisionError(f"Fraction({a.denominator ** -n}, 0)")
            return Fraction(a.denominator ** -n, a.numerator ** -n)
        return float(a) ** float(b)

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        return a ** float(b)

    def __pos__(self):
        return Fraction(self._numerator, self._denominator)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __int__(self):
        return math.trunc(self)

    def __float__(self):
        return self._numerator / self._denominator

    def __complex__(self):
        return complex(float(self))

    def __trunc__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            floor, rest = divmod(self._numerator, self._denominator)
            if rest * 2 < self._denominator or rest * 2 == self._denominator and floor % 2 == 0:
                return floor
            return floor + 1
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __hash__(self):
        if self._denominator == 1:
            return hash(self._numerator)
        try:
            inverse = pow(self._denominator, -1, 2 ** 61 - 1)
        except ValueError:
            return 314159 if self._numerator >= 0 else -314159
        h = hash(hash(abs(self._numerator)) * inverse)
        h = h if self._numerator >= 0 else -h
        return -2 if h == -1 else h

    def __eq__(a, b):
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, float):
            return not (math.isnan(b) or math.isinf(b)) and a == Fraction(b)
        return NotImplemented

    def _compare(self, other, op):
        if isinstance(other, numbers.Rational):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            return op(0.0, other) if math.isnan(other) or math.isinf(other) else op(self, Fraction(other))
        return NotImplemented

    def __lt__(a, b):
        return a._compare(b, operator.lt)

    def __gt__(a, b):
        return a._compare(b, operator.gt)

    def __le__(a, b):
        return a._compare(b, operator.le)

    def __ge__(a, b):
        return a._compare(b, operator.ge)

    def __bool__(self):
        return bool(self._numerator)

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self
