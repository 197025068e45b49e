"""Decimal arithmetic, as the General Decimal Arithmetic Specification has it."""

import math as _math
import re as _re
from collections import namedtuple as _namedtuple
from numbers import Number as _Number

from ._context import *
from ._context import (ROUNDINGS as _ROUNDINGS, SIGNALS as _SIGNALS, ConversionSyntax as _ConversionSyntax,
                       DivisionImpossible as _DivisionImpossible, DivisionUndefined as _DivisionUndefined)
from ._context import HAVE_CONTEXTVAR, HAVE_THREADS, MAX_EMAX, MAX_PREC, MIN_EMIN, MIN_ETINY

__all__ = ["Decimal", "Context", "DecimalTuple", "DefaultContext", "BasicContext", "ExtendedContext", "DecimalException", "Clamped",
           "InvalidOperation", "DivisionByZero", "Inexact", "Rounded", "Subnormal", "Overflow", "Underflow", "FloatOperation",
           "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP",
           "setcontext", "getcontext", "localcontext", "IEEEContext", "MAX_PREC", "MAX_EMAX", "MIN_EMIN", "MIN_ETINY",
           "IEEE_CONTEXT_MAX_BITS", "HAVE_THREADS", "HAVE_CONTEXTVAR"]

DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent", module="decimal")

_FINITE, _INF, _NAN, _SNAN = range(4)
_number = _re.compile(r"([+-]?)(?:(?=\d|\.\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?|(inf(?:inity)?)|(s?nan)(\d*))", _re.IGNORECASE)


def _digits(n):
    return len(str(n)) if n else 1


class Decimal:
    """A decimal number: (-1)**sign * coefficient * 10**exponent, or an infinity or NaN."""

    __slots__ = ("_sign", "_int", "_exp", "_kind", "__weakref__")

    def __new__(cls, value="0", context=None):
        if isinstance(value, str):
            m = _number.fullmatch(value.strip().replace("_", ""))
            if m is None:
                (getcontext() if context is None else context).signal(_ConversionSyntax)
                return _make(cls, 0, 0, 0, _NAN)
            sign = int(m[1] == "-")
            if m[5]:
                return _make(cls, sign, 0, 0, _INF)
            if m[6]:
                return _make(cls, sign, int(m[7] or 0), 0, _SNAN if m[6][0] in "sS" else _NAN)
            fraction = m[3] or ""
            return _make(cls, sign, int(m[2] + fraction), int(m[4] or 0) - len(fraction), _FINITE)
        if isinstance(value, int):
            return _make(cls, int(value < 0), abs(int(value)), 0, _FINITE)
        if isinstance(value, Decimal):
            return _make(cls, value._sign, value._int, value._exp, value._kind)
        if isinstance(value, float):
            context = getcontext() if context is None else context
            context.signal(FloatOperation)
            return cls.from_float(value)
        if isinstance(value, (list, tuple)):
            return _from_tuple(cls, value)
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")

    @classmethod
    def from_float(cls, f, /):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("argument must be int or float")
        sign = int(_math.copysign(1.0, f) < 0)
        if _math.isinf(f) or _math.isnan(f):
            return _make(cls, sign, 0, 0, _INF if _math.isinf(f) else _NAN)
        n, d = abs(f).as_integer_ratio()
        k = d.bit_length() - 1
        return _make(cls, sign, n * 5 ** k, -k, _FINITE)

    @classmethod
    def from_number(cls, number, /):
        if isinstance(number, (int, Decimal)):
            return cls(number)
        if isinstance(number, float):
            return cls.from_float(number)
        raise TypeError("Cannot convert %r to Decimal" % number)

    def __reduce__(self):
        return self.__class__, (str(self),)

    def __copy__(self):
        return self if type(self) is Decimal else self.__class__(str(self))

    def __deepcopy__(self, memo):
        return self.__copy__()

    # What kind of number it is.

    def is_nan(self):
        return self._kind >= _NAN

    def is_qnan(self):
        return self._kind == _NAN

    def is_snan(self):
        return self._kind == _SNAN

    def is_infinite(self):
        return self._kind == _INF

    def is_finite(self):
        return self._kind == _FINITE

    def is_signed(self):
        return self._sign == 1

    def is_zero(self):
        return self._kind == _FINITE and not self._int

    def is_canonical(self):
        return True

    def is_normal(self, context=None):
        context = getcontext() if context is None else context
        return self._kind == _FINITE and bool(self._int) and context.Emin <= self.adjusted()

    def is_subnormal(self, context=None):
        context = getcontext() if context is None else context
        return self._kind == _FINITE and bool(self._int) and self.adjusted() < context.Emin

    def number_class(self, context=None):
        if self._kind >= _NAN:
            return "sNaN" if self._kind == _SNAN else "NaN"
        sign = "-" if self._sign else "+"
        if self._kind == _INF:
            return sign + "Infinity"
        if not self._int:
            return sign + "Zero"
        return sign + ("Subnormal" if self.is_subnormal(context) else "Normal")

    def adjusted(self):
        return self._exp + _digits(self._int) - 1 if self._kind == _FINITE else 0

    def as_tuple(self):
        if self._kind == _INF:
            return DecimalTuple(self._sign, (0,), "F")
        digits = tuple(map(int, str(self._int)))
        if self._kind >= _NAN:
            return DecimalTuple(self._sign, digits if self._int else (), "N" if self._kind == _SNAN else "n")
        return DecimalTuple(self._sign, digits, self._exp)

    def as_integer_ratio(self):
        if self._kind == _INF:
            raise OverflowError("cannot convert Infinity to integer ratio")
        if self._kind:
            raise ValueError("cannot convert NaN to integer ratio")
        n, d = (self._int * 10 ** self._exp, 1) if self._exp >= 0 else (self._int, 10 ** -self._exp)
        g = _math.gcd(n, d)
        return (-n if self._sign else n) // g, d // g

    # Text.

    def __repr__(self):
        return "Decimal('%s')" % str(self)

    def __str__(self, eng=False, context=None):
        sign = "-" if self._sign else ""
        if self._kind:
            payload = str(self._int) if self._int else ""
            return sign + ("Infinity", "NaN" + payload, "sNaN" + payload)[self._kind - 1]
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            dot = left
        elif not eng:
            dot = 1
        elif not self._int:
            dot = (left + 1) % 3 - 1
        else:
            dot = (left - 1) % 3 + 1
        if dot <= 0:
            whole, fraction = "0", "." + "0" * -dot + digits
        elif dot >= len(digits):
            whole, fraction = digits + "0" * (dot - len(digits)), ""
        else:
            whole, fraction = digits[:dot], "." + digits[dot:]
        exponent = ""
        if left != dot:
            context = getcontext() if context is None else context
            exponent = ("e", "E")[context.capitals] + "%+d" % (left - dot)
        return sign + whole + fraction + exponent

    def to_eng_string(self, context=None):
        return self.__str__(eng=True, context=context)

    def __format__(self, specifier, context=None):
        from ._format import format_decimal
        return format_decimal(self, specifier, getcontext() if context is None else context)

    # Rounding.

    def _round_to(self, exponent, rounding):
        """Return (coefficient, inexact) for a larger exponent."""
        places = exponent - self._exp
        if places <= 0:
            return self._int * 10 ** -places, False
        if places > _digits(self._int) + 1:
            quotient, rest = 0, self._int
            halfway = -1 if rest else 0
        else:
            unit = 10 ** places
            quotient, rest = divmod(self._int, unit)
            halfway = (2 * rest > unit) - (2 * rest < unit)
        if not rest:
            return quotient, False
        if rounding == ROUND_HALF_EVEN:
            up = halfway > 0 or halfway == 0 and quotient & 1
        elif rounding == ROUND_HALF_UP:
            up = halfway >= 0
        elif rounding == ROUND_HALF_DOWN:
            up = halfway > 0
        elif rounding == ROUND_DOWN:
            up = False
        elif rounding == ROUND_UP:
            up = True
        elif rounding == ROUND_CEILING:
            up = not self._sign
        elif rounding == ROUND_FLOOR:
            up = self._sign
        else:
            up = quotient % 5 == 0
        return quotient + bool(up), True

    def _fix(self, context):
        """Round to the precision and the exponents of a context."""
        if self._kind:
            if self._kind >= _NAN and self._int:
                room = context.prec - context.clamp
                if _digits(self._int) > room:
                    return _make(Decimal, self._sign, self._int % 10 ** room, 0, self._kind)
            return self if type(self) is Decimal else _make(Decimal, self._sign, self._int, self._exp, self._kind)
        etiny, etop = context.Emin - context.prec + 1, context.Emax - context.prec + 1
        if not self._int:
            top = etop if context.clamp else context.Emax
            exponent = min(max(self._exp, etiny), top)
            if exponent != self._exp:
                context.signal(Clamped)
            return _make(Decimal, self._sign, 0, exponent, _FINITE)
        size = _digits(self._int)
        exp_min = size + self._exp - context.prec
        if exp_min > etop:
            answer = _overflow(self._sign, context)
            context.signal(Overflow, Inexact, Rounded)
            return answer
        subnormal = exp_min < etiny
        if subnormal:
            exp_min = etiny
        if self._exp < exp_min:
            coefficient, inexact = self._round_to(exp_min, context.rounding)
            if _digits(coefficient) > context.prec:
                coefficient //= 10
                exp_min += 1
            if exp_min > etop:
                answer = _overflow(self._sign, context)
            else:
                answer = _make(Decimal, self._sign, coefficient, exp_min, _FINITE)
            raised = [Rounded]
            if inexact:
                raised.append(Inexact)
            if subnormal:
                raised.append(Subnormal)
                if inexact:
                    raised.append(Underflow)
            if not coefficient:
                raised.append(Clamped)
            if exp_min > etop:
                raised += [Overflow, Inexact]
            context.signal(*raised)
            return answer
        if subnormal:
            context.signal(Subnormal)
        if context.clamp and self._exp > etop:
            context.signal(Clamped)
            return _make(Decimal, self._sign, self._int * 10 ** (self._exp - etop), etop, _FINITE)
        return self if type(self) is Decimal else _make(Decimal, self._sign, self._int, self._exp, self._kind)

    def _nan_of(self, other, context):
        """Return the NaN that an operation with a NaN gives, or None."""
        if self._kind < _NAN and (other is None or other._kind < _NAN):
            return None
        for x in (self, other):
            if x is not None and x._kind == _SNAN:
                context.signal(InvalidOperation)
                return _make(Decimal, x._sign, x._int, 0, _NAN)._fix(context)
        return (self if self._kind >= _NAN else other)._fix(context)

    # Arithmetic.

    def __bool__(self):
        return self._kind != _FINITE or bool(self._int)

    def __neg__(self, context=None):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        sign = 1 - self._sign
        if not self and context.rounding != ROUND_FLOOR:
            sign = 0
        return _make(Decimal, sign, self._int, self._exp, self._kind)._fix(context)

    def __pos__(self, context=None):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        sign = 0 if not self and context.rounding != ROUND_FLOOR else self._sign
        return _make(Decimal, sign, self._int, self._exp, self._kind)._fix(context)

    def __abs__(self, round=True, context=None):
        if not round:
            return self.copy_abs()
        return self.__neg__(context=context) if self._sign else self.__pos__(context=context)

    def __add__(self, other, context=None):
        other = _convert(other)
        if other is NotImplemented:
            return other
        context = getcontext() if context is None else context
        if self._kind or other._kind:
            nan = self._nan_of(other, context)
            if nan is not None:
                return nan
            if self._kind and other._kind and self._sign != other._sign:
                context.signal(InvalidOperation)
                return _NaN
            return Decimal(self if self._kind else other)
        if not self._int and not other._int:
            exponent = min(self._exp, other._exp)
            negative = self._sign and other._sign or context.rounding == ROUND_FLOOR and self._sign != other._sign
            return _make(Decimal, int(negative), 0, exponent, _FINITE)._fix(context)
        a, b = self, other
        if a._int and b._int:
            # A number far below the last digit of the other one counts only by its sign.
            high, low = (a, b) if a._exp >= b._exp else (b, a)
            limit = high._exp + min(-1, _digits(high._int) - context.prec - 2)
            if _digits(low._int) + low._exp - 1 < limit:
                low = _make(Decimal, low._sign, 1, limit, _FINITE)
            a, b = high, low
        elif not a._int:
            a, b = b, a
        if not b._int:
            exponent = max(b._exp, a._exp - (context.prec + 1)) if b._exp < a._exp else a._exp
            exponent = min(a._exp, exponent)
            return _make(Decimal, a._sign, a._int * 10 ** (a._exp - exponent), exponent, _FINITE)._fix(context)
        exponent = min(a._exp, b._exp)
        total = ((-a._int if a._sign else a._int) * 10 ** (a._exp - exponent)
                 + (-b._int if b._sign else b._int) * 10 ** (b._exp - exponent))
        if not total:
            return _make(Decimal, int(context.rounding == ROUND_FLOOR), 0, exponent, _FINITE)._fix(context)
        return _make(Decimal, int(total < 0), abs(total), exponent, _FINITE)._fix(context)

    __radd__ = __add__

    def __sub__(self, other, context=None):
        other = _convert(other)
        if other is NotImplemented:
            return other
        if other._kind >= _NAN or self._kind >= _NAN:
            return self._nan_of(other, getcontext() if context is None else context)
        return self.__add__(other.copy_negate(), context=context)

    def __rsub__(self, other, context=None):
        other = _convert(other)
        return other if other is NotImplemented else other.__sub__(self, context=context)

    def __mul__(self, other, context=None):
        other = _convert(other)
        if other is NotImplemented:
            return other
        context = getcontext() if context is None else context
        sign = self._sign ^ other._sign
        if self._kind or other._kind:
            nan = self._nan_of(other, context)
            if nan is not None:
                return nan
            if not self or not other:
                context.signal(InvalidOperation)
                return _NaN
            return _make(Decimal, sign, 0, 0, _INF)
        return _make(Decimal, sign, self._int * other._int, self._exp + other._exp, _FINITE)._fix(context)

    __rmul__ = __mul__

    def __truediv__(self, other, context=None):
        other = _convert(other)
        if other is NotImplemented:
            return other
        context = getcontext() if context is None else context
        sign = self._sign ^ other._sign
        if self._kind or other._kind:
            nan = self._nan_of(other, context)
            if nan is not None:
                return nan
            if self._kind and other._kind:
                context.signal(InvalidOperation)
                return _NaN
            if self._kind:
                return _make(Decimal, sign, 0, 0, _INF)
            context.signal(Clamped)
            return _make(Decimal, sign, 0, context.Etiny(), _FINITE)
        if not other._int:
            return _divided_by_zero(self, sign, context)
        exponent = self._exp - other._exp
        if not self._int:
            return _make(Decimal, sign, 0, exponent, _FINITE)._fix(context)
        shift = _digits(other._int) - _digits(self._int) + context.prec + 1
        exponent -= shift
        if shift >= 0:
            quotient, rest = divmod(self._int * 10 ** shift, other._int)
        else:
            quotient, rest = divmod(self._int, other._int * 10 ** -shift)
        if rest:
            if quotient % 5 == 0:
                quotient += 1  # so that rounding sees that there is more
        else:
            ideal = self._exp - other._exp
            while exponent < ideal and quotient % 10 == 0:
                quotient //= 10
                exponent += 1
        return _make(Decimal, sign, quotient, exponent, _FINITE)._fix(context)

    def __rtruediv__(self, other, context=None):
        other = _convert(other)
        return other if other is NotImplemented else other.__truediv__(self, context=context)

    def _divide(self, other, context):
        """Return quotient and remainder of integer division, rounded toward zero; None where the quotient is too long."""
        sign = self._sign ^ other._sign
        ideal = self._exp if other._kind else min(self._exp, other._exp)
        if not self._int or other._kind or self.adjusted() - other.adjusted() <= -2:
            return _make(Decimal, sign, 0, 0, _FINITE), self._rescaled(ideal) if not other._kind else self
        if self.adjusted() - other.adjusted() <= context.prec:
            a = self._int * 10 ** max(self._exp - other._exp, 0)
            b = other._int * 10 ** max(other._exp - self._exp, 0)
            q, r = divmod(a, b)
            if q < 10 ** context.prec:
                return _make(Decimal, sign, q, 0, _FINITE), _make(Decimal, self._sign, r, ideal, _FINITE)
        return None

    def _rescaled(self, exponent):
        if exponent < self._exp:
            return _make(Decimal, self._sign, self._int * 10 ** (self._exp - exponent), exponent, _FINITE)
        return self

    def _integer_division(self, other, context, name):
        """Return (quotient, remainder), either of which may stand for what was signalled."""
        context = getcontext() if context is None else context
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan, nan
        sign = self._sign ^ other._sign
        if self._kind == _INF:
            if name != "remainder" and other._kind != _INF:
                quotient = _make(Decimal, sign, 0, 0, _INF)
                if name == "quotient":
                    return quotient, None
                context.signal(InvalidOperation)
                return quotient, _NaN
            context.signal(InvalidOperation)
            return _NaN, _NaN
        if other._kind == _FINITE and not other._int:
            if not self._int:
                context.signal(_DivisionUndefined)
                return _NaN, _NaN
            if name == "remainder":
                context.signal(InvalidOperation)
                return _NaN, _NaN
            context.signal(*((DivisionByZero,) if name == "quotient" else (DivisionByZero, InvalidOperation)))
            return _make(Decimal, sign, 0, 0, _INF), _NaN
        result = self._divide(other, context)
        if result is None:
            context.signal(_DivisionImpossible)
            return _NaN, _NaN
        return result

    def __floordiv__(self, other, context=None):
        other = _convert(other)
        if other is NotImplemented:
            return other
        context = getcontext() if context is None else context
        return self._integer_division(other, context, "quotient")[0]._fix(context)

    def __rfloordiv__(self, other, context=None):
        other = _convert(other)
        return other if other is NotImplemented else other.__floordiv__(self, context=context)

    def __mod__(self, other, context=None):
        other = _convert(other)
        if other is NotImplemented:
            return other
        context = getcontext() if context is None else context
        return self._integer_division(other, context, "remainder")[1]._fix(context)

    def __rmod__(self, other, context=None):
        other = _convert(other)
        return other if other is NotImplemented else other.__mod__(self, context=context)

    def __divmod__(self, other, context=None):
        other = _convert(other)
        if other is NotImplemented:
            return other
        context = getcontext() if context is None else context
        quotient, rest = self._integer_division(other, context, "both")
        return quotient._fix(context), rest._fix(context)

    def __rdivmod__(self, other, context=None):
        other = _convert(other)
        return other if other is NotImplemented else other.__divmod__(self, context=context)

    def remainder_near(self, other, context=None):
        context = getcontext() if context is None else context
        other = _required(other)
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        if self._kind == _INF or other._kind == _FINITE and not other._int:
            context.signal(_DivisionUndefined if self._kind != _INF and not self._int else InvalidOperation)
            return _NaN
        if other._kind == _INF:
            return self._fix(context)
        exponent = min(self._exp, other._exp)
        if not self._int:
            return _make(Decimal, self._sign, 0, exponent, _FINITE)._fix(context)
        if self.adjusted() - other.adjusted() >= context.prec + 1:
            context.signal(_DivisionImpossible)
            return _NaN
        if self.adjusted() - other.adjusted() <= -2 and self._exp <= other._exp:  # less than half of other, however many zeros that has
            return self._fix(context)
        a, b = self._int * 10 ** (self._exp - exponent), other._int * 10 ** (other._exp - exponent)
        q, r = divmod(a, b)
        if 2 * r + (q & 1) > b:
            r -= b
            q += 1
        if q >= 10 ** context.prec:
            context.signal(_DivisionImpossible)
            return _NaN
        sign = self._sign ^ (r < 0)
        return _make(Decimal, sign, abs(r), exponent, _FINITE)._fix(context)

    def fma(self, other, third, context=None):
        """Return self * other + third, rounded once."""
        context = getcontext() if context is None else context
        other, third = _required(other), _required(third)
        if self._kind or other._kind:
            if self._kind == _SNAN or other._kind == _SNAN:
                return self._nan_of(other, context)
            if self._kind == _NAN or other._kind == _NAN:
                if third._kind == _SNAN:
                    return third._nan_of(None, context)
                return self._nan_of(other, context)
            if not self or not other:
                context.signal(InvalidOperation)
                return _NaN
            product = _make(Decimal, self._sign ^ other._sign, 0, 0, _INF)
        else:
            product = _make(Decimal, self._sign ^ other._sign, self._int * other._int, self._exp + other._exp, _FINITE)
        return product.__add__(third, context=context)

    def __pow__(self, other, modulo=None, context=None):
        from ._power import power, power_modulo
        other = _convert(other)
        if other is NotImplemented:
            return other
        context = getcontext() if context is None else context
        if modulo is not None:
            modulo = _convert(modulo)
            return modulo if modulo is NotImplemented else power_modulo(self, other, modulo, context)
        return power(self, other, context)

    def __rpow__(self, other, modulo=None, context=None):
        other = _convert(other)
        return other if other is NotImplemented else other.__pow__(self, modulo, context=context)

    # Comparison.

    def _cmp(self, other):
        """Return -1, 0 or 1 for numbers that are not NaN."""
        if self._kind or other._kind:
            a = 0 if not self._kind else -1 if self._sign else 1
            b = 0 if not other._kind else -1 if other._sign else 1
            return (a > b) - (a < b)
        if not self._int or not other._int:
            a = 0 if not self._int else -1 if self._sign else 1
            b = 0 if not other._int else -1 if other._sign else 1
            return (a > b) - (a < b)
        if self._sign != other._sign:
            return -1 if self._sign else 1
        x, y = self.adjusted(), other.adjusted()
        if x == y:
            e = min(self._exp, other._exp)
            x, y = self._int * 10 ** (self._exp - e), other._int * 10 ** (other._exp - e)
        result = (x > y) - (x < y)
        return -result if self._sign else result

    def _compared(self, other, equality, test):
        other = _comparable(other, equality)
        if other is NotImplemented:
            return other
        if self._kind >= _NAN or other._kind >= _NAN:
            if not equality or self._kind == _SNAN or other._kind == _SNAN:
                getcontext().signal(InvalidOperation)
            return False
        return test(self._cmp(other))

    def __eq__(self, other):
        return self._compared(other, True, lambda c: c == 0)

    def __lt__(self, other):
        return self._compared(other, False, lambda c: c < 0)

    def __le__(self, other):
        return self._compared(other, False, lambda c: c <= 0)

    def __gt__(self, other):
        return self._compared(other, False, lambda c: c > 0)

    def __ge__(self, other):
        return self._compared(other, False, lambda c: c >= 0)

    def __hash__(self):
        if self._kind == _SNAN:
            raise TypeError("Cannot hash a signaling NaN value")
        if self._kind == _NAN:
            return object.__hash__(self)
        if self._kind == _INF:
            return -314159 if self._sign else 314159
        p = 2 ** 61 - 1
        h = self._int * pow(10, self._exp, p) % p
        h = -h if self._sign else h
        return -2 if h == -1 else h

    def compare(self, other, context=None):
        context = getcontext() if context is None else context
        other = _required(other)
        nan = self._nan_of(other, context)
        return Decimal(self._cmp(other)) if nan is None else nan

    def compare_signal(self, other, context=None):
        context = getcontext() if context is None else context
        other = _required(other)
        if self._kind >= _NAN or other._kind >= _NAN:
            context.signal(InvalidOperation)
        return self.compare(other, context=context.copy())

    def compare_total(self, other, context=None):
        """Compare by the order that has all representations in it."""
        other = _required(other)
        if self._sign != other._sign:
            return Decimal(-1 if self._sign else 1)
        keys = []
        for x in (self, other):
            rank = {_FINITE: 0, _INF: 1, _SNAN: 2, _NAN: 3}[x._kind]
            keys.append((rank, x._int if x._kind >= _NAN else 0))
        if keys[0] != keys[1]:
            result = 1 if keys[0] > keys[1] else -1
        elif self._kind:
            result = 0
        else:
            result = self.copy_abs()._cmp(other.copy_abs()) or (self._exp > other._exp) - (self._exp < other._exp)
        return Decimal(-result if self._sign else result)

    def compare_total_mag(self, other, context=None):
        return self.copy_abs().compare_total(_required(other).copy_abs())

    def _extreme(self, other, context, sign, magnitude):
        context = getcontext() if context is None else context
        other = _required(other)
        if self._kind >= _NAN or other._kind >= _NAN:
            if self._kind == _NAN and other._kind < _NAN:
                return other._fix(context)
            if other._kind == _NAN and self._kind < _NAN:
                return self._fix(context)
            return self._nan_of(other, context)
        a, b = (self.copy_abs(), other.copy_abs()) if magnitude else (self, other)
        c = a._cmp(b) or int(self.compare_total(other))
        return (self if c * sign >= 0 else other)._fix(context)

    def max(self, other, context=None):
        return self._extreme(other, context, 1, False)

    def min(self, other, context=None):
        return self._extreme(other, context, -1, False)

    def max_mag(self, other, context=None):
        return self._extreme(other, context, 1, True)

    def min_mag(self, other, context=None):
        return self._extreme(other, context, -1, True)

    def same_quantum(self, other, context=None):
        other = _required(other)
        if self._kind or other._kind:
            return self._kind >= _NAN and other._kind >= _NAN or self._kind == _INF and other._kind == _INF
        return self._exp == other._exp

    # Other forms of the number.

    def copy_abs(self):
        return _make(Decimal, 0, self._int, self._exp, self._kind)

    def copy_negate(self):
        return _make(Decimal, 1 - self._sign, self._int, self._exp, self._kind)

    def copy_sign(self, other, context=None):
        return _make(Decimal, _required(other)._sign, self._int, self._exp, self._kind)

    def canonical(self):
        return self

    def conjugate(self):
        return self

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)

    def radix(self):
        return Decimal(10)

    def normalize(self, context=None):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        fixed = self._fix(context)
        if fixed._kind:
            return fixed
        if not fixed._int:
            return _make(Decimal, fixed._sign, 0, 0, _FINITE)
        coefficient, exponent = fixed._int, fixed._exp
        top = context.Etop() if context.clamp else context.Emax
        while coefficient % 10 == 0 and exponent < top:
            coefficient //= 10
            exponent += 1
        return _make(Decimal, fixed._sign, coefficient, exponent, _FINITE)

    def quantize(self, exp, rounding=None, context=None):
        context = getcontext() if context is None else context
        exp = _required(exp)
        if rounding is None:
            rounding = context.rounding
        elif rounding not in _ROUNDINGS:
            raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
                            "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
        if self._kind or exp._kind:
            nan = self._nan_of(exp, context)
            if nan is not None:
                return nan
            if self._kind and exp._kind:
                return Decimal(self)
            context.signal(InvalidOperation)
            return _NaN
        if not context.Etiny() <= exp._exp <= context.Emax:
            context.signal(InvalidOperation)
            return _NaN
        if not self._int:
            return _make(Decimal, self._sign, 0, exp._exp, _FINITE)._fix(context)
        if self.adjusted() > context.Emax or self.adjusted() - exp._exp + 1 > context.prec:
            context.signal(InvalidOperation)
            return _NaN
        coefficient, inexact = self._round_to(exp._exp, rounding)
        answer = _make(Decimal, self._sign, coefficient, exp._exp, _FINITE)
        if answer.adjusted() > context.Emax or _digits(coefficient) > context.prec:
            context.signal(InvalidOperation)
            return _NaN
        if coefficient and answer.adjusted() < context.Emin:
            context.signal(Subnormal)
        if exp._exp > self._exp:
            context.signal(*((Rounded, Inexact) if inexact else (Rounded,)))
        return answer._fix(context)

    def to_integral_exact(self, rounding=None, context=None):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        if self._kind or self._exp >= 0:
            return Decimal(self)
        coefficient, inexact = self._round_to(0, context.rounding if rounding is None else rounding)
        context.signal(*((Rounded, Inexact) if inexact else (Rounded,)))
        return _make(Decimal, self._sign, coefficient, 0, _FINITE)

    def to_integral_value(self, rounding=None, context=None):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        if self._kind or self._exp >= 0:
            return Decimal(self)
        return _make(Decimal, self._sign, self._round_to(0, context.rounding if rounding is None else rounding)[0], 0, _FINITE)

    to_integral = to_integral_value

    def _whole(self, rounding):
        if self._kind >= _NAN:
            raise ValueError("cannot convert NaN to integer")
        if self._kind:
            raise OverflowError("cannot convert Infinity to integer")
        n = self._round_to(0, rounding)[0] if self._exp < 0 else self._int * 10 ** self._exp
        return -n if self._sign else n

    def __int__(self):
        return self._whole(ROUND_DOWN)

    __trunc__ = __int__

    def __floor__(self):
        return self._whole(ROUND_FLOOR)

    def __ceil__(self):
        return self._whole(ROUND_CEILING)

    def __round__(self, n=None):
        if n is None:
            return self._whole(ROUND_HALF_EVEN)
        if not isinstance(n, int):
            raise TypeError("optional arg must be an integer")
        return self.quantize(_make(Decimal, 0, 1, -n, _FINITE), rounding=ROUND_HALF_EVEN)

    def __float__(self):
        if self._kind == _SNAN:
            raise ValueError("cannot convert signaling NaN to float")
        if self._kind == _NAN:
            return float("-nan" if self._sign else "nan")
        return float(str(self))

    def __complex__(self):
        return complex(float(self))

    # Functions.

    def sqrt(self, context=None):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        if self._kind and not self._sign:
            return Decimal(self)
        if self._kind == _FINITE and not self._int:
            return _make(Decimal, self._sign, 0, self._exp // 2, _FINITE)._fix(context)
        if self._sign:
            context.signal(InvalidOperation)
            return _NaN
        # An integer root with one digit more than the precision, and whether it is exact.
        exponent = self._exp
        size = (_digits(self._int) + 1) // 2 if not exponent & 1 else _digits(self._int) // 2 + 1
        coefficient = self._int * 10 if exponent & 1 else self._int
        ideal = exponent >> 1
        shift = context.prec + 1 - size
        exact = True
        if shift >= 0:
            coefficient *= 100 ** shift
        else:
            coefficient, rest = divmod(coefficient, 100 ** -shift)
            exact = not rest
        root = _math.isqrt(coefficient)
        exact = exact and root * root == coefficient
        if exact:
            if shift >= 0:
                root //= 10 ** shift
            else:
                root *= 10 ** -shift
            exponent = ideal
        else:
            if root % 5 == 0:
                root += 1
            exponent = ideal - shift
        saved, context = context, context.copy()
        context.rounding = ROUND_HALF_EVEN
        answer = _make(Decimal, 0, root, exponent, _FINITE)._fix(context)
        saved.flags._on |= context.flags._on
        return answer

    def exp(self, context=None):
        from ._power import exponential
        return exponential(self, getcontext() if context is None else context)

    def ln(self, context=None):
        from ._power import logarithm
        return logarithm(self, getcontext() if context is None else context, False)

    def log10(self, context=None):
        from ._power import logarithm
        return logarithm(self, getcontext() if context is None else context, True)

    def logb(self, context=None):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        if self._kind:
            return self.copy_abs()
        if not self._int:
            context.signal(DivisionByZero)
            return _make(Decimal, 1, 0, 0, _INF)
        return Decimal(self.adjusted())._fix(context)

    def scaleb(self, other, context=None):
        context = getcontext() if context is None else context
        other = _required(other)
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        limit = 2 * (context.Emax + context.prec)
        if other._kind or other._exp != 0 or not -limit <= int(other) <= limit:
            context.signal(InvalidOperation)
            return _NaN
        if self._kind:
            return Decimal(self)
        return _make(Decimal, self._sign, self._int, self._exp + int(other), _FINITE)._fix(context)

    def _next(self, context, direction):
        context = getcontext() if context is None else context
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        largest = _make(Decimal, self._sign, 10 ** context.prec - 1, context.Etop(), _FINITE)
        if self._kind:
            return largest if self._sign != (direction < 0) else Decimal(self)
        quiet = context.copy()
        quiet.clear_traps()
        quiet.rounding = ROUND_FLOOR if direction < 0 else ROUND_CEILING
        new = self._fix(quiet)
        if new != self:
            return new
        tiny = _make(Decimal, int(direction < 0), 1, quiet.Etiny() - 1, _FINITE)
        return self.__add__(tiny, quiet)

    def next_plus(self, context=None):
        return self._next(context, 1)

    def next_minus(self, context=None):
        return self._next(context, -1)

    def next_toward(self, other, context=None):
        context = getcontext() if context is None else context
        other = _required(other)
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        c = self._cmp(other)
        if c == 0:
            return self.copy_sign(other)
        answer = self.next_plus(context) if c < 0 else self.next_minus(context)
        if answer._kind:
            context.signal(Overflow, Inexact, Rounded)
        elif answer.adjusted() < context.Emin:
            raised = [Underflow, Subnormal, Inexact, Rounded]
            context.signal(*(raised if answer._int else raised + [Clamped]))
        return answer

    def _logical(self, context):
        """Return the digits of a number of zeros and ones, as an int in base 2."""
        if self._kind or self._sign or self._exp or set(str(self._int)) - {"0", "1"}:
            context.signal(InvalidOperation)
            return None
        return int(str(self._int), 2) & (1 << context.prec) - 1

    def _combined(self, other, context, function):
        context = getcontext() if context is None else context
        a, b = self._logical(context), _required(other)._logical(context)
        return _NaN if a is None or b is None else Decimal(bin(function(a, b))[2:])

    def logical_and(self, other, context=None):
        return self._combined(other, context, lambda a, b: a & b)

    def logical_or(self, other, context=None):
        return self._combined(other, context, lambda a, b: a | b)

    def logical_xor(self, other, context=None):
        return self._combined(other, context, lambda a, b: a ^ b)

    def logical_invert(self, context=None):
        context = getcontext() if context is None else context
        return self.logical_xor(Decimal("1" * context.prec), context)

    def _moved(self, other, context, move):
        context = getcontext() if context is None else context
        other = _required(other)
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        if other._kind or other._exp != 0 or not -context.prec <= int(other) <= context.prec:
            context.signal(InvalidOperation)
            return _NaN
        if self._kind:
            return Decimal(self)
        digits = str(self._int)[-context.prec:].rjust(context.prec, "0")
        return _make(Decimal, self._sign, int(move(digits, int(other)) or 0), self._exp, _FINITE)

    def rotate(self, other, context=None):
        return self._moved(other, context, lambda digits, n: digits[n:] + digits[:n])

    def shift(self, other, context=None):
        return self._moved(other, context, lambda digits, n: (digits + "0" * n)[-len(digits):] if n >= 0 else digits[:n])


def _make(cls, sign, coefficient, exponent, kind):
    self = object.__new__(cls)
    self._sign = sign
    self._int = coefficient
    self._exp = exponent
    self._kind = kind
    return self


_NaN = _make(Decimal, 0, 0, 0, _NAN)
_Number.register(Decimal)


def _from_tuple(cls, value):
    if len(value) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, exponent = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    if exponent == "F":
        return _make(cls, sign, 0, 0, _INF)
    if isinstance(exponent, str) and exponent not in ("n", "N"):
        raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
    if not isinstance(exponent, (str, int)):
        raise ValueError("exponent must be an integer")
    coefficient = 0
    for digit in digits:
        if not isinstance(digit, int) or not 0 <= digit <= 9:
            raise ValueError("coefficient must be a tuple of digits")
        coefficient = coefficient * 10 + digit
    if isinstance(exponent, str):
        return _make(cls, sign, coefficient, 0, _NAN if exponent == "n" else _SNAN)
    return _make(cls, sign, coefficient, exponent, _FINITE)


def _convert(other):
    if isinstance(other, Decimal):
        return other
    return Decimal(other) if isinstance(other, int) else NotImplemented


def _required(other):
    converted = _convert(other)
    if converted is NotImplemented:
        raise TypeError(f"conversion from {type(other).__name__} to Decimal is not supported")
    return converted


def _comparable(other, equality):
    """Return another number as a Decimal, to compare with."""
    converted = _convert(other)
    if converted is not NotImplemented:
        return converted
    if isinstance(other, float):
        context = getcontext()
        if equality:
            context.flags._on.add(FloatOperation)
        else:
            context.signal(FloatOperation)
        return Decimal.from_float(other)
    if equality and isinstance(other, complex) and other.imag == 0:
        return Decimal.from_float(other.real)
    from numbers import Rational
    if isinstance(other, Rational):
        # Both sides times the denominator would be exact; so is a quotient with enough digits for the comparison.
        n, d = other.numerator, other.denominator
        return _Fraction(n, d)
    return NotImplemented


class _Fraction(Decimal):
    """A fraction, only to be compared with."""

    __slots__ = ("_ratio",)

    def __new__(cls, n, d):
        self = _make(cls, int(n < 0), abs(n), 0, _FINITE)
        self._ratio = d
        return self


_plain_cmp = Decimal._cmp


def _cmp_with_fractions(self, other):
    if isinstance(other, _Fraction):
        if self._kind:
            return -1 if self._sign else 1
        return _plain_cmp(_make(Decimal, self._sign, self._int * other._ratio, self._exp, _FINITE), other)
    return _plain_cmp(self, other)


Decimal._cmp = _cmp_with_fractions


def _overflow(sign, context):
    """Return what a number that is too large becomes: an infinity, or the largest number."""
    rounding = context.rounding
    if rounding in (ROUND_DOWN, ROUND_05UP) or rounding == (ROUND_FLOOR if not sign else ROUND_CEILING):
        return _make(Decimal, sign, 10 ** context.prec - 1, context.Etop(), _FINITE)
    return _make(Decimal, sign, 0, 0, _INF)


def _divided_by_zero(self, sign, context):
    if not self._int:
        context.signal(_DivisionUndefined)
        return _NaN
    context.signal(DivisionByZero)
    return _make(Decimal, sign, 0, 0, _INF)


def _context_method(name, arity):
    def method(self, a, /, *rest):
        if len(rest) != arity - 1:
            raise TypeError(f"{name}() takes exactly {arity} argument{'s' if arity > 1 else ''} ({len(rest) + 1} given)")
        return getattr(_required(a), special.get(name, name))(*map(_required, rest), context=self)

    special = {"abs": "__abs__", "minus": "__neg__", "plus": "__pos__", "add": "__add__", "subtract": "__sub__", "multiply": "__mul__",
               "divide": "__truediv__", "divide_int": "__floordiv__", "remainder": "__mod__", "divmod": "__divmod__"}
    method.__name__ = name
    return method


for _arity, _list in ((1, "abs minus plus exp ln log10 logb next_minus next_plus normalize sqrt to_integral_exact to_integral_value "
                          "to_eng_string logical_invert number_class is_normal is_subnormal"),
                      (2, "add subtract multiply divide divide_int remainder divmod compare compare_signal max min max_mag min_mag "
                          "next_toward quantize remainder_near scaleb shift rotate logical_and logical_or logical_xor copy_sign "
                          "compare_total compare_total_mag same_quantum"), (3, "fma")):
    for _name in _list.split():
        setattr(Context, _name, _context_method(_name, _arity))
Context.to_integral = Context.to_integral_value
for _name in "copy_abs copy_negate is_canonical is_finite is_infinite is_nan is_qnan is_signed is_snan is_zero canonical".split():
    setattr(Context, _name, lambda self, a, /, _name=_name: getattr(_required(a), _name)())
Context.to_sci_string = lambda self, a, /: _required(a).__str__(context=self)
Context.copy_decimal = lambda self, a, /: Decimal(_required(a))
Context.radix = lambda self: Decimal(10)
Context.power = lambda self, a, b, modulo=None: _required(a).__pow__(b, modulo, context=self)
Context.__module__ = "decimal"
