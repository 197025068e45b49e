"""Rational numbers."""

import math
import numbers
import operator
import re

__all__ = ["Fraction"]

_FORMAT = re.compile(r"\s*([-+]?)(?=\d|\.\d)(\d*|\d+(?:_\d+)*)(?:\s*/\s*(\d+(?:_\d+)*)|(?:\.(\d*|\d+(?:_\d+)*))?(?:[eE]([-+]?\d+(?:_\d+)*))?)\s*\Z")


class Fraction(numbers.Rational):
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                n, d = numerator, 1
            elif isinstance(numerator, numbers.Rational):
                n, d = numerator.numerator, numerator.denominator
            elif isinstance(numerator, float) or not isinstance(numerator, (str, type)) and hasattr(numerator, "as_integer_ratio"):
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
                        decimal = decimal.replace("_", "")
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
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})")
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        from decimal import Decimal
        if isinstance(dec, numbers.Integral):
            return cls(int(dec))
        if not isinstance(dec, Decimal):
            raise TypeError(f"{cls.__name__}.from_decimal() only takes Decimals, not {dec!r} ({type(dec).__name__})")
        return cls(*dec.as_integer_ratio())

    @classmethod
    def from_number(cls, number):
        if type(number) is int:
            return cls(number)
        if isinstance(number, numbers.Rational):
            return cls(number.numerator, number.denominator)
        if isinstance(number, float) or not isinstance(number, type) and hasattr(number, "as_integer_ratio"):
            return cls(*number.as_integer_ratio())
        raise TypeError("argument should be a Rational instance or have the as_integer_ratio() method")

    def is_integer(self):
        return self._denominator == 1

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
        # The convergents of the continued fraction come nearer from both sides, until the next denominator is too large. The answer is the
        # last one, or a mediant between the last two.
        before, last = (0, 1), (1, 0)
        rest = self._numerator, self._denominator
        while True:
            digit, remainder = divmod(*rest)
            if before[1] + digit * last[1] > max_denominator:
                break
            before, last = last, (before[0] + digit * last[0], before[1] + digit * last[1])
            rest = rest[1], remainder
        steps = (max_denominator - before[1]) // last[1]
        mediant = before[0] + steps * last[0], before[1] + steps * last[1]
        nearer = last if 2 * rest[1] * mediant[1] <= self._denominator else mediant
        return Fraction(*nearer)

    def __repr__(self):
        return f"{type(self).__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    def __format__(self, format_spec):
        m = _SPEC.fullmatch(format_spec)
        if m is not None and m["type"] is not None and (m["align"] is None or m["zero"] is None):
            return self._format_float(m)
        m = _PLAIN_SPEC.fullmatch(format_spec)
        if m is not None:
            return self._format_plain(m)
        raise ValueError(f"Invalid format specifier {format_spec!r} for object of type {type(self).__name__!r}")

    def _format_plain(self, m):
        n = self._numerator
        sign = "-" if n < 0 else "" if m["sign"] in (None, "-") else m["sign"]
        separator = m["separator"] or ""
        body = f"{abs(n):{separator}}"
        if self._denominator > 1 or m["alt"]:
            body += f"/{self._denominator:{separator}}"
        return _padded(sign, body, m["fill"] or " ", m["align"] or ">", int(m["width"] or 0))

    def _format_float(self, m):
        kind = m["type"]
        precision = int(m["precision"] or "6")
        scientific = False
        if kind in "fF%":
            exponent = -precision
            if kind == "%":
                exponent -= 2
            negative, digits = _to_exponent(self._numerator, self._denominator, exponent, m["no_neg"])
            point = precision
        else:
            figures = max(precision, 1) if kind in "gG" else precision + 1
            negative, digits, exponent = _to_figures(self._numerator, self._denominator, figures)
            scientific = kind in "eE" or exponent > 0 or exponent + figures <= -4
            point = figures - 1 if scientific else -exponent
        suffix = ""
        if kind == "%":
            suffix = "%"
        elif scientific:
            suffix = f"{'E' if kind in 'EFG' else 'e'}{exponent + point:+03d}"
        digits = f"{digits:0{point + 1}d}"
        sign = "-" if negative else "" if m["sign"] in (None, "-") else m["sign"]
        leading, fraction = digits[:len(digits) - point], digits[len(digits) - point:]
        if kind in "gG" and not m["alt"]:
            fraction = fraction.rstrip("0")
        group = m["frac_separator"]
        if group:
            fraction = group.join(fraction[i:i + 3] for i in range(0, len(fraction), 3))
        trailing = ("." if fraction or m["alt"] else "") + fraction + suffix
        fill, align, width, separator = m["fill"] or " ", m["align"] or ">", int(m["width"] or 0), m["separator"]
        if m["zero"] is not None or fill == "0" and align == "=":
            room = width - len(sign) - len(trailing)
            if separator:
                while len(leading) + (len(leading) - 1) // 3 < room:
                    leading = "0" + leading
            else:
                leading = leading.zfill(room)
        if separator:
            first = 1 + (len(leading) - 1) % 3
            leading = leading[:first] + "".join(separator + leading[i:i + 3] for i in range(first, len(leading), 3))
        return _padded(sign, leading + trailing, fill, align, width)

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


_SPEC = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<no_neg>z)?(?P<alt>\#)?(?P<zero>0(?=[0-9]))?(?P<width>[0-9]+)?"
                   r"(?P<separator>[,_])?(?:\.(?=[,_0-9])(?P<precision>[0-9]+)?(?P<frac_separator>[,_])?)?(?P<type>[eEfFgG%])", re.DOTALL)
_PLAIN_SPEC = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<alt>\#)?(?P<width>[1-9][0-9]*)?(?P<separator>[,_])?", re.DOTALL)


def _padded(sign, body, fill, align, width):
    missing = fill * (width - len(sign) - len(body))
    if align == ">":
        return missing + sign + body
    if align == "<":
        return sign + body + missing
    if align == "^":
        half = len(missing) // 2
        return missing[:half] + sign + body + missing[half:]
    return sign + missing + body


def _to_exponent(n, d, exponent, no_neg_zero=False):
    """Round n/d to a multiple of 10**exponent: (negative, multiple), half to even."""
    n *= 10 ** max(-exponent, 0)
    d *= 10 ** max(exponent, 0)
    multiple, rest = divmod(n, d)
    if 2 * rest > d or 2 * rest == d and multiple % 2:
        multiple += 1
    return (multiple if no_neg_zero else n) < 0, abs(multiple)


def _to_figures(n, d, figures):
    """Round n/d to so many significant figures: (negative, figures, exponent)."""
    if n == 0:
        return False, 0, 1 - figures
    text_n, text_d = str(abs(n)), str(d)
    m = len(text_n) - len(text_d) + (text_d <= text_n)
    exponent = m - figures
    negative, significand = _to_exponent(n, d, exponent)
    if len(str(significand)) == figures + 1:
        significand //= 10
        exponent += 1
    return negative, significand, exponent
