"""Dates and times."""

import time as _time
from math import floor as _floor

__all__ = ["date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC"]

MINYEAR, MAXYEAR = 1, 9999
_DAYS_BEFORE = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
_MONTHS = ["", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_MONTH_NAMES = ["", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
_DAYS = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
_DAY_NAMES = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year, month):
    if month == 2 and _is_leap(year):
        return 29
    return [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]


def _ymd2ord(year, month, day):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + _DAYS_BEFORE[month] + (month > 2 and _is_leap(year)) + day


def _ord2ymd(n):
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = 1
    while n >= _days_in_month(year, month):
        n -= _days_in_month(year, month)
        month += 1
    return year, month, n + 1


def _type_name(x):
    return f"{type(x).__module__}.{type(x).__qualname__}" if type(x).__module__ == "datetime" else type(x).__qualname__


def _zone(text):
    """Return the time zone of an offset in the notation of ISO 8601."""
    if text in ("Z", "z"):
        return UTC
    digits, _, fraction = text[1:].replace(":", "").partition(".")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:4] or 0), seconds=int(digits[4:] or 0), microseconds=int(fraction.ljust(6, "0") or 0))
    offset = -offset if text[0] == "-" else offset
    return timezone(offset) if offset else UTC


def _divided(n, d):
    """Divide ints and round half to even."""
    q, r = divmod(n, d)
    r *= 2
    return q + 1 if (r > d if d > 0 else r < d) or r == d and q % 2 else q


class timedelta:
    __slots__ = ("days", "seconds", "microseconds")

    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = 0
        fraction = 0.0
        for value, scale in ((days, 86400000000), (seconds, 1000000), (microseconds, 1), (milliseconds, 1000), (minutes, 60000000),
                             (hours, 3600000000), (weeks, 604800000000)):
            if isinstance(value, int):
                total += value * scale
            elif not isinstance(value, float):
                names = {86400000000: "days", 1000000: "seconds", 1: "microseconds", 1000: "milliseconds", 60000000: "minutes", 3600000000: "hours",
                         604800000000: "weeks"}
                raise TypeError(f"unsupported type for timedelta {names[scale]} component: {type(value).__name__}")
            else:
                whole = _floor(value)
                total += whole * scale
                fraction += (value - whole) * scale
        total += round(fraction)
        seconds, us = divmod(total, 1000000)
        days, seconds = divmod(seconds, 86400)
        if abs(days) > 999999999:
            if abs(days) >= 1 << 31:
                raise OverflowError("Python int too large to convert to C int")
            raise OverflowError(f"days={days}; must have magnitude <= 999999999")
        self.days, self.seconds, self.microseconds = days, seconds, us

    def _us(self):
        return (self.days * 86400 + self.seconds) * 1000000 + self.microseconds

    def total_seconds(self):
        return self._us() / 10 ** 6

    def __repr__(self):
        parts = [f"{n}={getattr(self, n)}" for n in ("days", "seconds", "microseconds") if getattr(self, n)]
        return f"{_type_name(self)}({', '.join(parts) or '0'})"

    def __str__(self):
        mm, ss = divmod(self.seconds, 60)
        hh, mm = divmod(mm, 60)
        s = f"{hh}:{mm:02d}:{ss:02d}"
        if self.days:
            s = f"{self.days} day{'s' if abs(self.days) != 1 else ''}, " + s
        return s + (f".{self.microseconds:06d}" if self.microseconds else "")

    def __add__(self, other):
        return timedelta(microseconds=self._us() + other._us()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta(microseconds=self._us() - other._us()) if isinstance(other, timedelta) else NotImplemented

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta(microseconds=self._us() * other)
        if isinstance(other, float):
            n, d = other.as_integer_ratio()
            return timedelta(microseconds=_divided(self._us() * n, d))
        return NotImplemented

    __rmul__ = __mul__

    def __rsub__(self, other):
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us() / other._us()
        if isinstance(other, int):
            return timedelta(microseconds=_divided(self._us(), other))
        if isinstance(other, float):
            n, d = other.as_integer_ratio()
            return timedelta(microseconds=_divided(self._us() * d, n))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us() // other._us()
        if isinstance(other, int):
            return timedelta(microseconds=self._us() // other)
        return NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        q, r = divmod(self._us(), other._us())
        return q, timedelta(microseconds=r)

    def __reduce__(self):
        return type(self), (self.days, self.seconds, self.microseconds)

    def __mod__(self, other):
        return timedelta(microseconds=self._us() % other._us()) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta(microseconds=-self._us())

    def __pos__(self):
        return self

    def __abs__(self):
        return timedelta(microseconds=abs(self._us()))

    def __eq__(self, other):
        return self._us() == other._us() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us() < other._us() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._us() <= other._us() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._us() > other._us() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._us() >= other._us() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._us())

    def __bool__(self):
        return self._us() != 0


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


class tzinfo:
    def utcoffset(self, dt):
        raise NotImplementedError("tzinfo subclass must override utcoffset()")

    def tzname(self, dt):
        raise NotImplementedError("tzinfo subclass must override tzname()")

    def dst(self, dt):
        return None

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError("fromutc: non-None utcoffset() result required")
        daylight = dt.dst()
        if daylight is None:
            raise ValueError("fromutc: non-None dst() result required")
        standard = offset - daylight
        if standard:
            dt += standard
            daylight = dt.dst()
        return dt + daylight

    def __reduce__(self):
        return type(self), getattr(self, "__getinitargs__", tuple)(), self.__dict__ or None


def _offset_text(offset, sep=":"):
    sign = "+" if offset >= timedelta(0) else "-"
    total = abs(offset)
    hh, rest = divmod(total.seconds + total.days * 86400, 3600)
    mm, ss = divmod(rest, 60)
    text = f"{sign}{hh:02d}{sep}{mm:02d}"
    return text + (f"{sep}{ss:02d}" if ss else "")


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"timezone() argument 2 must be str, not {type(name).__name__}")
        if not timedelta(-1) < offset < timedelta(1):
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), "
                             f"not {offset!r}")
        self._offset = offset
        self._name = name

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return "UTC" if not self._offset else "UTC" + _offset_text(self._offset)

    def dst(self, dt):
        return None

    def fromutc(self, dt):
        return dt + self._offset

    def __reduce__(self):
        return timezone, (self._offset,) if self._name is None else (self._offset, self._name)

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        return f"datetime.timezone({self._offset!r}{'' if self._name is None else f', {self._name!r}'})"

    def __str__(self):
        return self.tzname(None)


UTC = timezone.utc = timezone(timedelta(0))
timezone.min, timezone.max = timezone(-timedelta(hours=23, minutes=59)), timezone(timedelta(hours=23, minutes=59))


def _strftime(obj, format):
    def zone(sep):
        offset = obj.utcoffset() if hasattr(obj, "utcoffset") else None
        return "" if offset is None else _offset_text(offset, sep)

    get = lambda name: getattr(obj, name, 0)
    out = []
    i = 0
    while i < len(format):
        ch = format[i]
        i += 1
        if ch != "%" or i >= len(format):
            out.append(ch)
            continue
        code = format[i]
        i += 1
        hour = get("hour")
        if code == "Y":
            out.append(str(obj.year))
        elif code == "y":
            out.append(f"{obj.year % 100:02d}")
        elif code == "m":
            out.append(f"{obj.month:02d}")
        elif code == "d":
            out.append(f"{obj.day:02d}")
        elif code == "e":
            out.append(f"{obj.day:2d}")
        elif code == "H":
            out.append(f"{hour:02d}")
        elif code == "I":
            out.append(f"{hour % 12 or 12:02d}")
        elif code == "M":
            out.append(f"{get('minute'):02d}")
        elif code == "S":
            out.append(f"{get('second'):02d}")
        elif code == "f":
            out.append(f"{get('microsecond'):06d}")
        elif code == "p":
            out.append("AM" if hour < 12 else "PM")
        elif code == "b":
            out.append(_MONTHS[obj.month])
        elif code == "B":
            out.append(_MONTH_NAMES[obj.month])
        elif code == "a":
            out.append(_DAYS[obj.isoweekday()])
        elif code == "A":
            out.append(_DAY_NAMES[obj.isoweekday()])
        elif code == "w":
            out.append(str(obj.isoweekday() % 7))
        elif code == "u":
            out.append(str(obj.isoweekday()))
        elif code == "j":
            out.append(f"{_ymd2ord(obj.year, obj.month, obj.day) - _ymd2ord(obj.year, 1, 1) + 1:03d}")
        elif code == "z":
            out.append(zone(""))
        elif code == ":" and format[i:i + 1] == "z":
            i += 1
            out.append(zone(":"))
        elif code == "Z":
            out.append(obj.tzname() or "" if hasattr(obj, "tzname") else "")
        elif code in "UWGgV":
            out.append(_week_text(obj, code))
        elif code == "C":
            out.append(f"{obj.year // 100:02d}")
        elif code == "h":
            out.append(_MONTHS[obj.month])
        elif code == "n":
            out.append("\n")
        elif code == "t":
            out.append("\t")
        elif code == "P":
            out.append("am" if hour < 12 else "pm")
        elif code == "l":
            out.append(f"{hour % 12 or 12:2d}")
        elif code == "k":
            out.append(f"{hour:2d}")
        elif code == "s":
            out.append(str(int(obj.timestamp())) if isinstance(obj, datetime) else str(int(datetime(obj.year, obj.month, obj.day).timestamp())))
        elif code == "R":
            out.append(_strftime(obj, "%H:%M"))
        elif code == "r":
            out.append(_strftime(obj, "%I:%M:%S %p"))
        elif code == "F":
            out.append(_strftime(obj, "%Y-%m-%d"))
        elif code == "T" or code == "X":
            out.append(_strftime(obj, "%H:%M:%S"))
        elif code == "D" or code == "x":
            out.append(_strftime(obj, "%m/%d/%y"))
        elif code == "c":
            out.append(_strftime(obj, "%a %b %e %H:%M:%S %Y"))
        elif code == "%":
            out.append("%")
        else:
            out.append("%" + code)
    return "".join(out)


def _week_text(obj, code):
    """Return the number of the week, or the year that it belongs to."""
    day = _ymd2ord(obj.year, obj.month, obj.day) - _ymd2ord(obj.year, 1, 1)
    if code == "U":
        return f"{(day + 7 - obj.isoweekday() % 7) // 7:02d}"
    if code == "W":
        return f"{(day + 7 - obj.weekday()) // 7:02d}"
    year, week, _ = obj.isocalendar()
    return f"{week:02d}" if code == "V" else f"{year:04d}" if code == "G" else f"{year % 100:02d}"


class IsoCalendarDate(tuple):
    """Year, week and weekday of a date as ISO 8601 counts them."""

    __slots__ = ()
    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"

    def __reduce__(self):
        return tuple, (tuple(self),)


def _check_date(year, month, day):
    for i, (name, value) in enumerate((("year", year), ("month", month), ("day", day)), 1):
        if value is _missing:
            raise TypeError(f"function missing required argument '{name}' (pos {i})")
        if not isinstance(value, int) and not hasattr(type(value), "__index__"):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")


_missing = object()


def _from_iso_week(year, week, day):
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"Year is out of range: {year}")
    first = _ymd2ord(year, 1, 1)
    weekday = (first + 6) % 7
    if not 0 < week < 53 and not (week == 53 and (weekday == 3 or weekday == 2 and _is_leap(year))):
        raise ValueError(f"Invalid week: {week}")
    if not 0 < day < 8:
        raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
    monday = first - weekday + (7 if weekday > 3 else 0)
    return _ord2ymd(monday + (week - 1) * 7 + day - 1)


class date:
    def __init__(self, year=_missing, month=_missing, day=_missing):
        _check_date(year, month, day)
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"year must be in {MINYEAR}..{MAXYEAR}, not {year}")
        if not 1 <= month <= 12:
            raise ValueError(f"month must be in 1..12, not {month}")
        if not 1 <= day <= _days_in_month(year, month):
            raise ValueError(f"day {day} must be in range 1..{_days_in_month(year, month)} for month {month} in year {year}")
        self.year, self.month, self.day = year, month, day

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        return cls(*_time.localtime(t)[:3])

    @classmethod
    def fromordinal(cls, n):
        return cls(*_ord2ymd(n))

    @classmethod
    def fromisocalendar(cls, year, week, day):
        return cls(*_from_iso_week(year, week, day))

    @classmethod
    def strptime(cls, text, format):
        d = datetime.strptime(text, format)
        return cls(d.year, d.month, d.day)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        import re
        m = re.fullmatch(r"(\d{4})(-?)W(\d\d)(?:\2(\d))?", text)
        if m is not None:
            return cls(*_from_iso_week(int(m[1]), int(m[3]), int(m[4] or 1)))
        if not re.fullmatch(r"\d{4}-\d\d-\d\d|\d{8}", text):
            raise ValueError(f"Invalid isoformat string: {text!r}")
        try:
            if len(text) == 8:
                return cls(int(text[:4]), int(text[4:6]), int(text[6:]))
            y, m, d = text.split("-")
            if (len(y), len(m), len(d)) != (4, 2, 2):
                raise ValueError
            return cls(int(y), int(m), int(d))
        except TypeError:
            raise ValueError(f"Invalid isoformat string: {text!r}") from None

    def toordinal(self):
        return _ymd2ord(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        thursday = self.toordinal() - self.weekday() + 3
        year = _ord2ymd(thursday)[0]
        week = (thursday - _ymd2ord(year, 1, 1)) // 7 + 1
        return IsoCalendarDate((year, week, self.isoweekday()))

    def isoformat(self):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    __str__ = isoformat

    def __repr__(self):
        return f"{_type_name(self)}({self.year}, {self.month}, {self.day})"

    def strftime(self, format):
        return _strftime(self, format)

    def ctime(self):
        return _strftime(self, "%c")

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def timetuple(self):
        return _time.struct_time((self.year, self.month, self.day, 0, 0, 0, self.weekday(), self.toordinal() - _ymd2ord(self.year, 1, 1) + 1, -1))

    def replace(self, year=None, month=None, day=None):
        return type(self)(self.year if year is None else year, self.month if month is None else month, self.day if day is None else day)

    __replace__ = replace

    def __add__(self, other):
        if isinstance(other, timedelta):
            n = self.toordinal() + other.days
            if not 0 < n <= 3652059:
                raise OverflowError("date value out of range")
            return type(self).fromordinal(n)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def _key(self):
        return self.year, self.month, self.day

    def _other(self, other):
        return isinstance(other, date) and not isinstance(other, datetime)

    def __eq__(self, other):
        return self._key() == other._key() if self._other(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._other(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if self._other(other) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if self._other(other) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if self._other(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __reduce__(self):
        return type(self), self._key()


def _check_time(hour, minute, second, microsecond):
    for name, value, top in (("hour", hour, 23), ("minute", minute, 59), ("second", second, 59), ("microsecond", microsecond, 999999)):
        if not 0 <= value <= top:
            raise ValueError(f"{name} must be in 0..{top}, not {value}")


def _check_tzinfo(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")


def _time_text(t, timespec):
    if timespec not in ("auto", "hours", "minutes", "seconds", "milliseconds", "microseconds"):
        raise ValueError("Unknown timespec value")
    text = f"{t.hour:02d}:{t.minute:02d}:{t.second:02d}"
    if timespec == "hours":
        return text[:2]
    if timespec == "minutes":
        return text[:5]
    if timespec == "milliseconds":
        return text + f".{t.microsecond // 1000:03d}"
    if timespec == "microseconds" or timespec == "auto" and t.microsecond:
        return text + f".{t.microsecond:06d}"
    return text


class time:
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_time(hour, minute, second, microsecond)
        _check_tzinfo(tzinfo)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo, self.fold = hour, minute, second, microsecond, tzinfo, fold

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        pick = lambda new, old: old if new is None else new
        return type(self)(pick(hour, self.hour), pick(minute, self.minute), pick(second, self.second), pick(microsecond, self.microsecond),
                          self.tzinfo if tzinfo is True else tzinfo, fold=pick(fold, self.fold))

    __replace__ = replace

    def dst(self):
        return None if self.tzinfo is None else self.tzinfo.dst(None)

    @classmethod
    def strptime(cls, text, format):
        return datetime.strptime(text, format).timetz()

    def __reduce__(self):
        return type(self), (self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(None)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(None)

    @classmethod
    def fromisoformat(cls, text):
        d = datetime.fromisoformat("2000-01-01T" + text.lstrip("T"))
        return d.timetz()

    def isoformat(self, timespec="auto"):
        offset = self.utcoffset()
        return _time_text(self, timespec) + ("" if offset is None else _offset_text(offset))

    __str__ = isoformat

    def __repr__(self):
        parts = [self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        return f"{_type_name(self)}({', '.join(map(str, parts))}{'' if self.tzinfo is None else f', tzinfo={self.tzinfo!r}'})"

    def strftime(self, format):
        return _strftime(datetime(1900, 1, 1, self.hour, self.minute, self.second, self.microsecond, self.tzinfo), format)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def _key(self):
        return self.hour, self.minute, self.second, self.microsecond

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._key())


_EPOCH = _ymd2ord(1970, 1, 1)


class datetime(date):
    def __init__(self, year=_missing, month=_missing, day=_missing, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        date.__init__(self, year, month, day)
        _check_time(hour, minute, second, microsecond)
        _check_tzinfo(tzinfo)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo, self.fold = hour, minute, second, microsecond, tzinfo, fold

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    today = classmethod(lambda cls: cls.now())

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_time.time(), UTC).replace(tzinfo=None)

    @classmethod
    def fromtimestamp(cls, t, tz=None):
        us = round(t * 1000000)
        seconds, us = divmod(us, 1000000)
        if tz is None:
            return cls(*_time.localtime(seconds)[:6], us)
        base = cls._from_us((_EPOCH * 86400 + seconds) * 1000000 + us, None)
        return (base + tz.utcoffset(base)).replace(tzinfo=tz)

    @classmethod
    def utcfromtimestamp(cls, t):
        return cls.fromtimestamp(t, UTC).replace(tzinfo=None)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond, time.tzinfo if tzinfo is True else tzinfo)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        import re
        m = re.fullmatch(r"(\d{4}-\d\d-\d\d|\d{8}|\d{4}-W\d\d(?:-\d)?|\d{4}W\d\d\d?)"
                         r"(?:.(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,6})\d*)?)?)?(Z|[+-]\d\d(?::?\d\d(?::?\d\d(?:\.\d{1,6})?)?)?)?)?", text, re.S)
        if m is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        day, h, mi, s, f, z = m.groups()
        d = date.fromisoformat(day)
        tz = None if z is None else _zone(z)
        return cls(d.year, d.month, d.day, int(h or 0), int(mi or 0), int(s or 0), int((f or "0").ljust(6, "0")), tz)

    @classmethod
    def strptime(cls, text, format):
        if not isinstance(text, str):
            raise TypeError(f"strptime() argument 1 must be str, not {type(text).__name__}")
        if not isinstance(format, str):
            raise TypeError(f"strptime() argument 2 must be str, not {type(format).__name__}")
        from _strptime import parse
        year, month, day, hour, minute, second, us, offset, name = parse(text, format)
        tz = None
        if offset is not None:
            tz = timezone(offset, name) if name else timezone(offset) if offset else UTC
        return cls(year, month, day, hour, minute, second, us, tz)

    @classmethod
    def _from_us(cls, us, tz):
        seconds, us = divmod(us, 1000000)
        days, seconds = divmod(seconds, 86400)
        if not 0 < days <= 3652059:
            raise OverflowError("date value out of range")
        hh, rest = divmod(seconds, 3600)
        mm, ss = divmod(rest, 60)
        return cls(*_ord2ymd(days), hh, mm, ss, us, tz)

    @classmethod
    def fromordinal(cls, n):
        return cls(*_ord2ymd(n))

    def _us(self):
        return ((self.toordinal() * 86400 + self.hour * 3600 + self.minute * 60 + self.second) * 1000000) + self.microsecond

    def utctimetuple(self):
        offset = self.utcoffset()
        moment = self.replace(tzinfo=None) - offset if offset else self
        t = moment.timetuple()
        return _time.struct_time((*t[:8], 0))

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(self)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(self)

    def dst(self):
        return None if self.tzinfo is None else self.tzinfo.dst(self)

    def date(self):
        return date(self.year, self.month, self.day)

    def time(self):
        return time(self.hour, self.minute, self.second, self.microsecond)

    def timetz(self):
        return time(self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def timestamp(self):
        if self.tzinfo is None:
            return _time.mktime((self.year, self.month, self.day, self.hour, self.minute, self.second)) + self.microsecond / 1e6
        return (self._us() - self.utcoffset()._us() - _EPOCH * 86400 * 10 ** 6) / 10 ** 6

    def astimezone(self, tz=None):
        if tz is None:
            tz = UTC
        elif not isinstance(tz, tzinfo):
            raise TypeError(f"astimezone() argument 1 must be datetime.tzinfo, not {type(tz).__name__}")
        if tz is self.tzinfo:
            return self
        offset = self.utcoffset() or timedelta(0)
        return tz.fromutc((self.replace(tzinfo=None) - offset).replace(tzinfo=tz))

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        pick = lambda new, old: old if new is None else new
        return type(self)(pick(year, self.year), pick(month, self.month), pick(day, self.day), pick(hour, self.hour), pick(minute, self.minute),
                          pick(second, self.second), pick(microsecond, self.microsecond), self.tzinfo if tzinfo is True else tzinfo,
                          fold=pick(fold, self.fold))

    __replace__ = replace

    def timetuple(self):
        return _time.struct_time((self.year, self.month, self.day, self.hour, self.minute, self.second, self.weekday(),
                                  self.toordinal() - _ymd2ord(self.year, 1, 1) + 1, -1))

    def isoformat(self, sep="T", timespec="auto"):
        offset = self.utcoffset()
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}{sep}{_time_text(self, timespec)}" + ("" if offset is None else _offset_text(offset))

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        return f"{_type_name(self)}({', '.join(map(str, parts))}{'' if self.tzinfo is None else f', tzinfo={self.tzinfo!r}'})"

    def __add__(self, other):
        if isinstance(other, timedelta):
            return type(self)._from_us(self._us() + other._us(), self.tzinfo)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if isinstance(other, datetime):
            if (self.utcoffset() is None) != (other.utcoffset() is None):
                raise TypeError("can't subtract offset-naive and offset-aware datetimes")
            return timedelta(microseconds=self._instant() - other._instant())
        return NotImplemented

    def _instant(self):
        offset = self.utcoffset()
        return self._us() - (offset._us() if offset is not None else 0)

    def _compare(self, other, op):
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return op(self._instant(), other._instant())

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        return (self.utcoffset() is None) == (other.utcoffset() is None) and self._instant() == other._instant()

    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b)

    def __hash__(self):
        return hash(self._instant())

    def __reduce__(self):
        return type(self), (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond, self.tzinfo)


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
time.min, time.max, time.resolution = time(0), time(23, 59, 59, 999999), timedelta(microseconds=1)
datetime.min, datetime.max, datetime.resolution = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999), timedelta(microseconds=1)
