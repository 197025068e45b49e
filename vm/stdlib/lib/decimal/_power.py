"""Powers, exponentials and logarithms of decimals."""

from . import Decimal, _FINITE, _INF, _NaN, _digits, _make
from ._context import Clamped, DivisionByZero, Inexact, InvalidOperation, Overflow, ROUND_HALF_EVEN, Rounded
from ._functions import exp_scaled, ln10, ln_scaled


def _rounded(sign, coefficient, exponent, context, even=True):
    """Round a result that is not exact; coefficient has digits to spare and is not near a tie."""
    own = context.copy()
    if even:
        own.rounding = ROUND_HALF_EVEN
    if coefficient % 5 == 0:
        coefficient += 1
    try:
        return _make(Decimal, sign, coefficient, exponent, _FINITE)._fix(own)
    finally:
        context.flags._on |= own.flags._on


def _is_sure(coefficient, digits):
    """Tell whether a coefficient with an error of a few units rounds to so many digits without doubt."""
    extra = _digits(coefficient) - digits
    if extra <= 3:
        return False
    rest = coefficient % 10 ** extra
    half = 5 * 10 ** (extra - 1)
    margin = 200
    return abs(rest - half) > margin and margin < rest < 10 ** extra - margin


def exponential(x, context):
    nan = x._nan_of(None, context)
    if nan is not None:
        return nan
    if x._kind == _INF:
        return Decimal(0) if x._sign else Decimal(x)
    if not x._int:
        return Decimal(1)
    if x.adjusted() > len(str((context.Emax + 1) * 3)):
        return _make(Decimal, 0, 1, (context.Etiny() - 1) if x._sign else context.Emax + 1, _FINITE)._fix(context)
    digits = context.prec
    if x.adjusted() < -digits - 1:
        # So near 1 that only the sign of the difference counts.
        coefficient = 10 ** (digits + 1) + (-1 if x._sign else 1)
        return _rounded(0, coefficient, -digits - 1, context)
    extra = 5
    while True:
        coefficient, exponent = exp_scaled(-x._int if x._sign else x._int, x._exp, digits + extra)
        cut = max(_digits(coefficient) - digits - extra, 0)
        coefficient, exponent = coefficient // 10 ** cut, exponent + cut
        if _is_sure(coefficient, digits):
            return _rounded(0, coefficient, exponent, context)
        extra += 10


def logarithm(x, context, decimal):
    nan = x._nan_of(None, context)
    if nan is not None:
        return nan
    if x._kind == _FINITE and not x._int:
        return _make(Decimal, 1, 0, 0, _INF)
    if x._sign:
        context.signal(InvalidOperation)
        return _NaN
    if x._kind == _INF:
        return Decimal(x)
    text = str(x._int)
    if decimal and text[0] == "1" and not text[1:].strip("0"):
        return Decimal(x._exp + len(text) - 1)._fix(context)
    if x == 1:
        return Decimal(0)
    digits, extra = context.prec, 10
    if x.adjusted() in (0, -1):
        extra += max(-abs(int((x - 1).adjusted())) * -1, 0)
    while True:
        scale = digits + extra
        value = ln_scaled(x._int, x._exp, scale)
        if decimal:
            value = value * 10 ** scale // ln10(scale)
        if _is_sure(abs(value), digits):
            return _rounded(int(value < 0), abs(value), -scale, context)
        extra += 10


def power(x, y, context):
    nan = x._nan_of(y, context)
    if nan is not None:
        return nan
    if y._kind == _FINITE and not y._int:
        if x._kind == _FINITE and not x._int:
            context.signal(InvalidOperation)
            return _NaN
        return Decimal(1)
    whole = y._kind == _FINITE and (y._exp >= 0 or y._int % 10 ** -y._exp == 0)
    sign = 0
    if x._sign:
        if whole:
            sign = int(y) & 1
        elif x._int or x._kind:
            context.signal(InvalidOperation)
            return _NaN
        x = x.copy_negate()
    if x._kind == _FINITE and not x._int:
        return _make(Decimal, sign, 0, 0, _FINITE if not y._sign else _INF)
    if x._kind == _INF:
        return _make(Decimal, sign, 0, 0, _INF if not y._sign else _FINITE)
    c = x._cmp(Decimal(1))
    if y._kind == _INF:
        if c == 0:
            context.signal(Inexact, Rounded)
            return _make(Decimal, 0, 10 ** (context.prec - 1), 1 - context.prec, _FINITE)
        return Decimal("Infinity") if (c > 0) != bool(y._sign) else Decimal(0)
    if c == 0:
        if whole:
            times = min(int(y.copy_abs()), context.prec)
            exponent = max(x._exp * (0 if y._sign else times), 1 - context.prec)
            if exponent:
                context.signal(Rounded) if x._exp * times < exponent else None
            return _make(Decimal, sign, 10 ** -exponent, exponent, _FINITE)
        context.signal(Inexact, Rounded)
        return _make(Decimal, 0, 10 ** (context.prec - 1), 1 - context.prec, _FINITE)
    # Far outside the range?
    size = abs(x.adjusted()) + 1
    if (y.adjusted() + len(str(size))) > len(str(context.Emax)) + 4:
        large = (c > 0) != bool(y._sign)
        return _make(Decimal, sign, 1, context.Emax + 1 if large else context.Etiny() - 1, _FINITE)._fix(context)
    exact = _exact_power(x, y, context) if whole and not y._sign else None
    if exact is not None:
        coefficient, exponent = exact
        return _make(Decimal, sign, coefficient, exponent, _FINITE)._fix(context)
    root = _exact_other(x, y, context)
    if root is not None:
        coefficient, exponent = root
        if not whole:
            # An exact result of an inexact operation has all digits of the precision.
            pad = context.prec + 1 - _digits(coefficient)
            if pad > 0:
                coefficient, exponent = coefficient * 10 ** pad, exponent - pad
            own = context.copy()
            own.clear_traps()
            own.clear_flags()
            answer = _make(Decimal, sign, coefficient, exponent, _FINITE)._fix(own)
            context.signal(*own.flags._on, Inexact, Rounded)
            return answer
        return _make(Decimal, sign, coefficient, exponent, _FINITE)._fix(context)
    digits, extra = context.prec, 10
    while True:
        scale = digits + extra + max(y.adjusted(), 0) + len(str(size)) + 5
        log = ln_scaled(x._int, x._exp, scale)
        argument = log * (-y._int if y._sign else y._int)
        coefficient, exponent = exp_scaled(argument, y._exp - scale, digits + extra)
        cut = max(_digits(coefficient) - digits - extra, 0)
        coefficient, exponent = coefficient // 10 ** cut, exponent + cut
        if _is_sure(coefficient, digits):
            return _rounded(sign, coefficient, exponent, context, even=False)
        extra += 10


def _exact_power(x, y, context):
    """Return a whole power that needs few digits as (coefficient, exponent)."""
    n = int(y)
    if (x._int.bit_length() * n) > 4 * (context.prec + 20) + 64 and x._int != 1:
        text = str(x._int).rstrip("0")
        if text != "1":
            return None
    coefficient = x._int ** n
    if _digits(coefficient) > context.prec:
        stripped = str(coefficient).rstrip("0")
        if len(stripped) > context.prec:
            return None
    return coefficient, x._exp * n


def _exact_other(x, y, context):
    """Return an exact result of a negative or fractional power as (coefficient, exponent), or None."""
    from math import gcd
    n, d = y.as_integer_ratio()
    if d > 64 or abs(n) > 10000:
        return None
    coefficient, exponent = x._int, x._exp
    while coefficient % 10 == 0:
        coefficient //= 10
        exponent += 1
    if d > 1:
        while exponent % d:
            coefficient *= 10
            exponent -= 1
        root = _integer_root(coefficient, d)
        if root ** d != coefficient:
            return None
        coefficient, exponent = root, exponent // d
    if n < 0:
        # 1/coefficient is exact for products of twos and fives.
        rest, twos, fives = coefficient, 0, 0
        while rest % 2 == 0:
            rest, twos = rest // 2, twos + 1
        while rest % 5 == 0:
            rest, fives = rest // 5, fives + 1
        if rest != 1:
            return None
        k = max(twos, fives)
        coefficient, exponent = 2 ** (k - twos) * 5 ** (k - fives), -exponent - k
        n = -n
    if coefficient.bit_length() * n > 4 * (context.prec + 20):
        return None
    coefficient, exponent = coefficient ** n, exponent * n
    return (coefficient, exponent) if _digits(coefficient) <= context.prec else None


def _integer_root(n, k):
    guess = 1 << -(-n.bit_length() // k)
    while True:
        better = ((k - 1) * guess + n // guess ** (k - 1)) // k
        if better >= guess:
            return guess
        guess = better


def power_modulo(x, y, modulo, context):
    for value in (x, y, modulo):
        if value._kind:
            nan = x._nan_of(y, context) or modulo._nan_of(None, context)
            if nan is not None:
                return nan
            context.signal(InvalidOperation)
            return _NaN
    integral = all(v._exp >= 0 or v._int % 10 ** -v._exp == 0 for v in (x, y, modulo))
    if not integral or y < 0 or not modulo or modulo.adjusted() >= context.prec or not y and not x:
        context.signal(InvalidOperation)
        return _NaN
    sign = int(y) & 1 if x._sign else 0
    m = abs(int(modulo))
    return _make(Decimal, sign, pow(abs(int(x)), int(y), m), 0, _FINITE)
