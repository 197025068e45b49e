"""Logarithms, exponentials and powers, correctly rounded: by series over integers, with more digits until the rounding is sure."""

_ln10_digits = {}


def ln10(digits):
    """Return ln(10) * 10**digits, to within one unit."""
    if digits not in _ln10_digits:
        if len(_ln10_digits) > 16:
            _ln10_digits.clear()
        scale = 10 ** (digits + 10)
        # ln 10 = 46 artanh(1/31) + 34 artanh(1/49) + 20 artanh(1/161)
        total = 46 * _artanh_inverse(31, scale) + 34 * _artanh_inverse(49, scale) + 20 * _artanh_inverse(161, scale)
        _ln10_digits[digits] = total // 10 ** 10
    return _ln10_digits[digits]


def _artanh_inverse(n, scale):
    """Return artanh(1/n) * scale."""
    power = scale // n
    total, k, square = 0, 1, n * n
    while power:
        total += power // k
        power //= square
        k += 2
    return total


def ln_scaled(coefficient, exponent, digits):
    """Return ln(coefficient * 10**exponent) * 10**digits, to within a few units."""
    work = digits + len(str(abs(exponent) + len(str(coefficient)))) + 10
    scale = 10 ** work
    size = len(str(coefficient))
    # The number as x * 10**shift with x between 0.3 and 3.
    shift = exponent + size - 1
    x = coefficient * scale // 10 ** (size - 1)
    if x > 3 * scale:
        x //= 10
        shift += 1
    # Square roots bring x near 1, where the series is short.
    halvings = 0
    while abs(x - scale) * 1000 > scale:
        x = _isqrt(x * scale)
        halvings += 1
    y = (x - scale) * scale // (x + scale)  # ln x = 2 artanh((x - 1) / (x + 1))
    square = y * y // scale
    total, power, k = 0, y, 1
    while power:
        total += power // k
        power = power * square // scale
        if power == -1:
            break
        k += 2
    total = (2 * total << halvings) + shift * ln10(work)
    return total // 10 ** (work - digits)


def _isqrt(n):
    from math import isqrt
    return isqrt(n)


def exp_scaled(coefficient, exponent, digits):
    """Return (m, e) such that exp(coefficient * 10**exponent) is about m * 10**e, where m has some digits more than digits."""
    work = digits + 15
    magnitude = len(str(abs(coefficient))) + exponent
    work += max(magnitude, 0)
    scale = 10 ** work
    x = coefficient * 10 ** (work + exponent) if work + exponent >= 0 else coefficient // 10 ** -(work + exponent)
    log = ln10(work)
    tens, x = divmod(x, log)  # exp(x) = 10**tens * exp(rest)
    halvings = work // 8 + 8
    x = x // 2 ** halvings
    total, term, k = scale, scale, 1
    while term:
        term = term * x // (k * scale)
        total += term
        k += 1
    for _ in range(halvings):
        total = total * total // scale
    return total, tens - work
