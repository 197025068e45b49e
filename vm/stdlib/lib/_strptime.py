"""Reading dates and times by a format."""

import re

from datetime import _DAYS, _DAY_NAMES, _MONTHS, _MONTH_NAMES, _days_in_month, _from_iso_week, _ord2ymd, _ymd2ord, timedelta


def _names(code, names):
    return "(?P<%s>%s)" % (code, "|".join(sorted(filter(None, names), key=len, reverse=True)))


_PATTERNS = {
    "Y": r"(?P<Y>\d\d\d\d)", "y": r"(?P<y>\d\d)", "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])", "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])",
    "H": r"(?P<H>2[0-3]|[0-1]\d|\d| \d)", "I": r"(?P<I>1[0-2]|0[1-9]|[1-9]| [1-9])", "M": r"(?P<M>[0-5]\d|\d)", "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
    "f": r"(?P<f>[0-9]{1,6})", "p": "(?P<p>am|pm)", "j": r"(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])",
    "U": r"(?P<U>5[0-3]|[0-4]\d|\d)", "W": r"(?P<W>5[0-3]|[0-4]\d|\d)", "w": r"(?P<w>[0-6])", "u": r"(?P<u>[1-7])", "G": r"(?P<G>\d\d\d\d)",
    "V": r"(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)", "z": r"(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))", "Z": "(?P<Z>utc|gmt)",
    "a": _names("a", _DAYS), "A": _names("A", _DAY_NAMES), "b": _names("b", _MONTHS), "B": _names("B", _MONTH_NAMES), "%": "%"}
_COMPOUND = {"c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S", "D": "%m/%d/%y", "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M",
             "h": "%b"}


def _regex(format):
    out, i, seen = [], 0, set()
    while i < len(format):
        if format[i] != "%":
            if format[i].isspace():
                while i + 1 < len(format) and format[i + 1].isspace():
                    i += 1
                out.append(r"\s+")
            else:
                out.append(re.escape(format[i]))
            i += 1
            continue
        code = format[i + 1:i + 2]
        if code == ":" and format[i + 2:i + 3] == "z":
            code, i = "z", i + 1
        i += 2
        if not code:
            raise ValueError("stray %% in format '%s'" % format)
        if code in _COMPOUND:
            out.append(_regex(_COMPOUND[code]))
        elif code in _PATTERNS:
            if code in seen:
                raise re.error(f"redefinition of group name {code!r}")
            if code != "%":
                seen.add(code)
            out.append(_PATTERNS[code])
        else:
            raise ValueError("'%s' is a bad directive in format '%s'" % (code, format))
    return "".join(out)


def _offset(text):
    """Return the timedelta of an offset such as +01:30, or Z."""
    if text in ("Z", "z"):
        return timedelta(0)
    sign = -1 if text[0] == "-" else 1
    digits, _, fraction = text[1:].replace(":", "").partition(".")
    return sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:4] or 0), seconds=int(digits[4:] or 0), microseconds=int(fraction.ljust(6, "0")))


def parse(text, format):
    """Return (year, month, day, hour, minute, second, microsecond, offset or None, name of the zone or None)."""
    m = re.compile(_regex(format), re.I).match(text)
    if m is None:
        raise ValueError("time data %r does not match format %r" % (text, format))
    if m.end() != len(text):
        raise ValueError("unconverted data remains: %s" % text[m.end():])
    g = {k: v for k, v in m.groupdict().items() if v is not None}
    number = lambda code, default: int(g[code]) if code in g else default
    year = number("Y", None)
    if "y" in g:
        year = int(g["y"]) + (2000 if int(g["y"]) <= 68 else 1900)
    month, day = number("m", 1), number("d", 1)
    for code, names in (("b", _MONTHS), ("B", _MONTH_NAMES)):
        if code in g:
            month = [name.lower() for name in names].index(g[code].lower())
    hour = number("H", 0)
    if "I" in g:
        hour = int(g["I"]) % 12 + (12 if g.get("p", "").lower() == "pm" else 0)
        if "p" not in g:
            hour = int(g["I"]) % 12
    us = int(g["f"].ljust(6, "0")) if "f" in g else 0
    weekday = None
    for code, names in (("a", _DAYS), ("A", _DAY_NAMES)):
        if code in g:
            weekday = [name.lower() for name in names].index(g[code].lower()) - 1
    if "w" in g:
        weekday = (int(g["w"]) + 6) % 7
    if "u" in g:
        weekday = int(g["u"]) - 1
    if "G" in g:
        if "V" not in g or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive "
                             "('%A', '%a', '%w', or '%u').")
        year, month, day = _from_iso_week(int(g["G"]), int(g["V"]), weekday + 1)
    elif "V" in g:
        if year is None or weekday is None:
            raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive "
                             "('%A', '%a', '%w', or '%u').")
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.")
    leap_default = year is None and month == 2 and day == 29
    year = 1904 if leap_default else 1900 if year is None else year
    if "j" in g:
        year, month, day = _ord2ymd(_ymd2ord(year, 1, 1) + int(g["j"]) - 1)
    elif weekday is not None and ("U" in g or "W" in g):
        first = (_ymd2ord(year, 1, 1) + 6) % 7  # Monday is 0
        if "U" in g:
            first, weekday = (first + 1) % 7, (weekday + 1) % 7
        week = number("U", number("W", 0))
        days = weekday - first if week == 0 else (7 - first) % 7 + 7 * (week - 1) + weekday
        year, month, day = _ord2ymd(_ymd2ord(year, 1, 1) + days)
    if leap_default:
        year = 1900
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError(f"day {day} must be in range 1..{_days_in_month(year, month)} for month {month} in year {year}")
    offset = name = None
    if "z" in g:
        offset = _offset(g["z"])
        name = g.get("Z")
    return year, month, day, hour, number("M", 0), min(number("S", 0), 61), us, offset, name


def struct(text, format="%a %b %d %H:%M:%S %Y"):
    """Return what time.strptime returns."""
    import time
    for value, i in ((text, 0), (format, 1)):
        if not isinstance(value, str):
            raise TypeError("strptime() argument %d must be str, not %s" % (i, type(value)))
    year, month, day, hour, minute, second, _, _, zone = parse(text, format)
    ordinal = _ymd2ord(year, month, day)
    daylight = 0 if zone is not None or "%Z" in format else -1
    return time.struct_time((year, month, day, hour, minute, second, (ordinal + 6) % 7, ordinal - _ymd2ord(year, 1, 1) + 1, daylight))
