"""Formatting by the mini-language of format()."""

import re

_spec = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<no_neg_0>z)?(?P<alt>\#)?(?P<zero>0)?(?P<width>[1-9]\d*)?"
                   r"(?P<sep>[,_])?(?:\.(?P<prec>\d+)(?P<fsep>[,_])?)?(?P<type>[eEfFgGn%])?", re.DOTALL)


def format_decimal(self, specifier, context):
    from . import Decimal, _FINITE, _digits, _make
    m = _spec.fullmatch(specifier)
    if m is None:
        raise ValueError("invalid format string")
    kind = m["type"]
    if m["zero"] and (m["fill"] is not None or m["align"] is not None):
        raise ValueError("invalid format string")
    fill, align = m["fill"] or " ", m["align"] or ">"
    if m["zero"]:
        fill, align = "0", "="
    sign_rule = m["sign"] or "-"
    width = int(m["width"] or 0)
    precision = int(m["prec"]) if m["prec"] is not None else None
    if precision == 0 and kind in ("g", "G", "n"):
        precision = 1
    if kind is None:
        kind = "g"
    separator = m["sep"] or ""
    if self._kind:
        body = str(self.copy_abs())
        if kind == "%":
            body += "%"
        return _pad(_sign_text(self._sign, sign_rule), body, fill if fill != "0" or not m["zero"] else " ",
                    ">" if m["zero"] else align, width, "")
    x = self
    if kind == "%":
        x = _make(Decimal, x._sign, x._int, x._exp + 2, _FINITE)
    rounding = context.rounding
    if precision is not None:
        if kind in "eE":
            x = _to_digits(x, precision + 1, rounding)
        elif kind in "fF%":
            x = _make(Decimal, x._sign, x._round_to(-precision, rounding)[0], -precision, _FINITE)
        elif kind in "gGn" and _digits(x._int) > precision:
            x = _to_digits(x, precision, rounding)
    if not x._int and x._exp > 0 and kind in "fF%":
        x = _make(Decimal, x._sign, 0, 0, _FINITE)
    negative = x._sign
    if m["no_neg_0"] and not x._int:
        negative = 0
    digits = str(x._int)
    left = x._exp + len(digits)
    if kind in "eE":
        dot = 1 - precision if not x._int and precision is not None else 1
    elif kind in "fF%":
        dot = left
    elif x._exp <= 0 and left > -6:
        dot = left
    else:
        dot = 1
    if dot < 0:
        whole, fraction = "0", "0" * -dot + digits
    elif dot > len(digits):
        whole, fraction = digits + "0" * (dot - len(digits)), ""
    else:
        whole, fraction = digits[:dot] or "0", digits[dot:]
    exponent = left - dot
    tail = "." + fraction if fraction or m["alt"] else ""
    if m["fsep"] and fraction:
        tail = "." + m["fsep"].join(fraction[i:i + 3] for i in range(0, len(fraction), 3))
    if exponent or kind in "eE":
        letter = {"E": "E", "e": "e", "G": "E", "g": "e", "n": "e"}.get(kind, "E")
        if m["type"] is None:
            letter = "E" if context.capitals else "e"
        tail += "{0}{1:+}".format(letter, exponent)
    if kind == "%":
        tail += "%"
    sign = _sign_text(negative, sign_rule)
    if separator:
        room = width - len(sign) - len(tail) if m["zero"] or align == "=" and fill == "0" else 0
        whole = _grouped(whole, separator, room)
    return _pad(sign, whole, fill, align, width, tail)


def _to_digits(x, places, rounding):
    """Round to so many significant digits."""
    from . import Decimal, _FINITE, _digits, _make
    if not x._int:
        return x  # a zero keeps its exponent, which then shows
    exponent = x.adjusted() + 1 - places
    coefficient = x._round_to(exponent, rounding)[0]
    if _digits(coefficient) > places:
        coefficient //= 10
        exponent += 1
    return _make(Decimal, x._sign, coefficient, exponent, _FINITE)


def _sign_text(negative, rule):
    return "-" if negative else rule if rule in " +" else ""


def _grouped(whole, separator, room):
    """Put a separator between groups of three digits, and zeros in front until the room is filled."""
    while True:
        groups = [whole[max(i - 3, 0):i] for i in range(len(whole), 0, -3)][::-1]
        text = separator.join(groups)
        if len(text) >= room:
            return text
        whole = "0" + whole


def _pad(sign, body, fill, align, width, tail):
    text = body + tail
    missing = fill * (width - len(sign) - len(text))
    if align == "<":
        return sign + text + missing
    if align == ">":
        return missing + sign + text
    if align == "=":
        return sign + missing + text
    half = len(missing) // 2
    return missing[:half] + sign + text + missing[half:]
