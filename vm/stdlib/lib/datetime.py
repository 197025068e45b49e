"""Dates and times."""

import time as _time
from math import floor as _floor
from operator import attrgetter as _attrgetter, index as _index

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


def _readable(name):
    """A property for a slot that is written only while its object is made."""
    return property(_attrgetter("_" + name))


def _divided(n, d):
    """Divide ints and round half to even."""
    q, r = divmod(n, d)
    r *= 2
    return q + 1 if (r > d if d > 0 else r < d) or r == d and q % 2 else q


class timedelta:
    __slots__ = ("_days", "_seconds", "_microseconds")

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
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
        self = object.__new__(cls)
        self._days, self._seconds, self._microseconds = days, seconds, us
        return self

    days, seconds, microseconds = _readable("days"), _readable("seconds"), _readable("microseconds")

    def _us(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

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
        return timedelta(microseconds=other._us() - self._us()) if isinstance(other, timedelta) else NotImplemented

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
        return timedelta(microseconds=self._us())

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


_DAY = timedelta(1)


class _Same:
    """Stands for an argument that is not given where None says something."""


class tzinfo:
    __slots__ = ()

    def utcoffset(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement utcoffset()")

    def tzname(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement tzname()")

    def dst(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement dst()")

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
            if daylight is None:
                raise ValueError("fromutc: tz.dst() gave inconsistent results; cannot convert")
        return dt + daylight

    def __reduce__(self):
        return type(self), getattr(self, "__getinitargs__", tuple)(), self.__getstate__()


def _offset_of(zone, name, moment):
    """Ask a time zone for utcoffset() or dst(), and check what it says."""
    if zone is None:
        return None
    offset = getattr(zone, name)(moment)
    if offset is None:
        return None
    if not isinstance(offset, timedelta):
        raise TypeError(f"tzinfo.{name}() must return None or a timedelta, not '{type(offset).__name__}'")
    if not -_DAY < offset < _DAY:
        raise ValueError(f"offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not {offset!r}.")
    return offset


def _name_of(zone, moment):
    name = None if zone is None else zone.tzname(moment)
    if name is not None and not isinstance(name, str):
        raise TypeError(f"tzinfo.tzname() must return None or a string, not '{type(name).__name__}'")
    return name


def _offset_text(offset, sep=":"):
    sign = "+" if offset >= timedelta(0) else "-"
    total = abs(offset)
    hh, rest = divmod(total.seconds + total.days * 86400, 3600)
    mm, ss = divmod(rest, 60)
    text = f"{sign}{hh:02d}{sep}{mm:02d}"
    if ss or total.microseconds:
        text += f"{sep}{ss:02d}"
    return text + (f".{total.microseconds:06d}" if total.microseconds else "")


class timezone(tzinfo):
    __slots__ = ("_offset", "_name")

    def __new__(cls, offset, name=_Same):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if name is not _Same and not isinstance(name, str):
            raise TypeError(f"timezone() argument 2 must be str, not {type(name).__name__}")
        if not offset and name is _Same:
            return UTC
        if not -_DAY < offset < _DAY:
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), "
                             f"not {offset!r}")
        return cls._make(offset, None if name is _Same else name)

    @classmethod
    def _make(cls, offset, name):
        self = tzinfo.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def __init_subclass__(cls):
        raise TypeError("type 'datetime.timezone' is not an acceptable base type")

    @staticmethod
    def _check(method, dt):
        if dt is not None and not isinstance(dt, datetime):
            raise TypeError(f"{method}(dt) argument must be a datetime instance or None, not {type(dt).__name__}")

    def utcoffset(self, dt):
        self._check("utcoffset", dt)
        return self._offset

    def tzname(self, dt):
        self._check("tzname", dt)
        if self._name is not None:
            return self._name
        return "UTC" if not self._offset else "UTC" + _offset_text(self._offset)

    def dst(self, dt):
        self._check("dst", dt)
        return None

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime instance, not " + type(dt).__name__)
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        return dt + self._offset

    def __reduce__(self):
        return timezone, (self._offset,) if self._name is None else (self._offset, self._name)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is UTC:
            return "datetime.timezone.utc"
        return f"datetime.timezone({self._offset!r}{'' if self._name is None else f', {self._name!r}'})"

    def __str__(self):
        return self.tzname(None)


UTC = timezone.utc = timezone._make(timedelta(0), None)
timezone.min, timezone.max = timezone(-timedelta(hours=23, minutes=59)), timezone(timedelta(hours=23, minutes=59))


def _strftime(obj, format):
    """Expand what time.strftime() does not know of, or by the wrong time zone, and leave it the rest."""
    if not isinstance(format, str):
        raise TypeError(f"strftime() argument 1 must be str, not {type(format).__name__}")
    out = []
    i = 0
    while True:
        j = format.find("%", i)
        if j < 0 or j + 1 == len(format):
            out.append(format[i:])
            break
        out.append(format[i:j])
        code = format[j + 1]
        i = j + 2
        if code == ":" and format[i:i + 1] == "z":
            code, i = ":z", i + 1
        expand = _OWN_DIRECTIVES.get(code)
        out.append("%" + code if expand is None else expand(obj).replace("%", "%%"))
    return _time.strftime("".join(out), obj.timetuple())


def _zone_offset(obj, sep):
    offset = obj.utcoffset() if hasattr(obj, "utcoffset") else None
    return "" if offset is None else _offset_text(offset, sep)


# Years have four digits here.
_OWN_DIRECTIVES = {
    "f": lambda obj: f"{getattr(obj, 'microsecond', 0):06d}", "z": lambda obj: _zone_offset(obj, ""), ":z": lambda obj: _zone_offset(obj, ":"),
    "Z": lambda obj: (obj.tzname() or "") if hasattr(obj, "tzname") else "", "Y": lambda obj: f"{obj.year:04d}",
    "G": lambda obj: f"{obj.isocalendar()[0]:04d}", "F": lambda obj: f"{obj.year:04d}-{obj.month:02d}-{obj.day:02d}",
    "C": lambda obj: f"{obj.year // 100:02d}"}


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


def _number(value):
    """Return what an argument says as an int; the types of numbers that are not whole are refused."""
    return value if type(value) is int else _index(value)


def _date_numbers(year, month, day):
    given = []
    for position, (name, value) in enumerate((("year", year), ("month", month), ("day", day)), 1):
        if value is None:
            raise TypeError(f"function missing required argument '{name}' (pos {position})")
        given.append(_number(value))
    year, month, day = given
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year must be in {MINYEAR}..{MAXYEAR}, not {year}")
    if not 1 <= month <= 12:
        raise ValueError(f"month must be in 1..12, not {month}")
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError(f"day {day} must be in range 1..{_days_in_month(year, month)} for month {month} in year {year}")
    return year, month, day


def _time_numbers(hour, minute, second, microsecond, tz, fold):
    hour, minute, second, microsecond = _number(hour), _number(minute), _number(second), _number(microsecond)
    for name, value, top in (("hour", hour, 23), ("minute", minute, 59), ("second", second, 59), ("microsecond", microsecond, 999999)):
        if not 0 <= value <= top:
            raise ValueError(f"{name} must be in 0..{top}, not {value}")
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")
    if fold not in (0, 1):
        raise ValueError(f"fold must be either 0 or 1, not {fold}")
    return hour, minute, second, microsecond, tz, fold


def _state(value, size, position, top):
    """Return the bytes that pickles hold for a date or time, if the first argument of a constructor is that; top bounds one of them."""
    if not isinstance(value, (bytes, str)) or len(value) != size:
        return None
    if isinstance(value, str):
        value = value.encode("latin-1")
    return value if 0 <= value[position] & 0x7F <= top else None


def _state_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("bad tzinfo state arg")
    return tz


def _pick(new, old):
    return old if new is None else new


class date:
    __slots__ = ("_year", "_month", "_day")

    def __new__(cls, year=None, month=None, day=None):
        state = _state(year, 4, 2, 12) if month is None else None
        if state is not None:
            year, month, day = state[0] * 256 + state[1], state[2], state[3]
        self = object.__new__(cls)
        self._year, self._month, self._day = _date_numbers(year, month, day)
        return self

    year, month, day = _readable("year"), _readable("month"), _readable("day")

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        if timestamp is None:
            raise TypeError("'NoneType' object cannot be interpreted as an integer")
        return cls(*_local(timestamp)[:3])

    @classmethod
    def fromordinal(cls, n):
        if not 0 < _number(n) <= 3652059:
            raise ValueError("ordinal must be >= 1" if n < 1 else f"year is out of range")
        return cls(*_ord2ymd(n))

    @classmethod
    def fromisocalendar(cls, year, week, day):
        return cls(*_from_iso_week(year, week, day))

    @classmethod
    def strptime(cls, date_string, format):
        d = datetime.strptime(date_string, format)
        return cls(d.year, d.month, d.day)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        numbers = _parse_iso_date(text)
        if numbers is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*numbers)

    def toordinal(self):
        return _ymd2ord(self._year, self._month, self._day)

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
        return f"{self._year:04d}-{self._month:02d}-{self._day:02d}"

    __str__ = isoformat

    def __repr__(self):
        return f"{_type_name(self)}({self._year}, {self._month}, {self._day})"

    def strftime(self, format):
        return _strftime(self, format)

    def ctime(self):
        return _strftime(self, "%c")

    def __format__(self, spec):
        if not isinstance(spec, str):
            raise TypeError(f"must be str, not {type(spec).__name__}")
        return self.strftime(spec) if spec else str(self)

    def _day_of_year(self):
        return self.toordinal() - _ymd2ord(self._year, 1, 1) + 1

    def timetuple(self):
        return _time.struct_time((self._year, self._month, self._day, 0, 0, 0, self.weekday(), self._day_of_year(), -1))

    def replace(self, year=None, month=None, day=None):
        return type(self)(_pick(year, self._year), _pick(month, self._month), _pick(day, self._day))

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
        return self._year, self._month, self._day

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
        return type(self), (bytes((*divmod(self._year, 256), self._month, self._day)),)


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


def _repr_of(moment, numbers):
    """repr() of a moment: seconds and microseconds only if they are not 0."""
    while len(numbers) > (2 if isinstance(moment, time) else 5) and not numbers[-1]:
        numbers.pop()
    parts = list(map(str, numbers))
    more = [] if moment.tzinfo is None else [f"tzinfo={moment.tzinfo!r}"]
    if moment.fold:
        more.insert(len(more) if isinstance(moment, time) else 0, "fold=1")
    parts += more
    return f"{_type_name(moment)}({', '.join(parts)})"


def _compared(operator, a, b, what):
    """Order two moments by instants, as _key() returns them: whether they are aware, and the microseconds."""
    if a[0] != b[0]:
        raise TypeError(f"can't compare offset-naive and offset-aware {what}")
    return operator(a[1], b[1])


class time:
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = object.__new__(cls)
        state = _state(hour, 6, 0, 23)
        if state is not None:
            tzinfo, fold = _state_zone(minute or None), state[0] >> 7
            hour, minute, second, microsecond = state[0] & 0x7F, state[1], state[2], int.from_bytes(state[3:])
        self._hour, self._minute, self._second, self._microsecond, self._tzinfo, self._fold = _time_numbers(
            hour, minute, second, microsecond, tzinfo, fold)
        return self

    hour, minute, second, microsecond = _readable("hour"), _readable("minute"), _readable("second"), _readable("microsecond")
    tzinfo, fold = _readable("tzinfo"), _readable("fold")

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=_Same, *, fold=None):
        return type(self)(_pick(hour, self._hour), _pick(minute, self._minute), _pick(second, self._second),
                          _pick(microsecond, self._microsecond), self._tzinfo if tzinfo is _Same else tzinfo, fold=_pick(fold, self._fold))

    __replace__ = replace

    def utcoffset(self):
        return _offset_of(self._tzinfo, "utcoffset", None)

    def dst(self):
        return _offset_of(self._tzinfo, "dst", None)

    def tzname(self):
        return _name_of(self._tzinfo, None)

    @classmethod
    def strptime(cls, date_string, format):
        t = datetime.strptime(date_string, format)
        return cls(t.hour, t.minute, t.second, t.microsecond, t.tzinfo)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        numbers = _parse_iso_time(text.removeprefix("T"))
        if numbers is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        hour, minute, second, microsecond, zone = numbers
        return cls(hour % 24, minute, second, microsecond, zone)

    def isoformat(self, timespec="auto"):
        offset = self.utcoffset()
        return _time_text(self, timespec) + ("" if offset is None else _offset_text(offset))

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return _repr_of(self, [self._hour, self._minute, self._second, self._microsecond])

    def strftime(self, format):
        return _strftime(_TimeOfDay(self), format)

    __format__ = date.__format__

    def _us(self):
        return ((self._hour * 60 + self._minute) * 60 + self._second) * 1000000 + self._microsecond

    def _instant(self):
        """Return whether the time is aware, and its microseconds, since midnight UTC if it is."""
        offset = self.utcoffset()
        return (False, self._us()) if offset is None else (True, self._us() - offset._us())

    def _compare(self, other, operator):
        if not isinstance(other, time):
            return NotImplemented
        if self._tzinfo is other._tzinfo:
            return operator(self._us(), other._us())
        return _compared(operator, self._instant(), other._instant(), "times")

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        if self._tzinfo is other._tzinfo:
            return self._us() == other._us()
        return self._instant() == other._instant()

    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b)

    def __hash__(self):
        return hash((self.replace(fold=0) if self._fold else self)._instant())

    def __reduce_ex__(self, protocol):
        hour = self._hour | (0x80 if self._fold and protocol > 3 else 0)
        state = bytes((hour, self._minute, self._second)) + self._microsecond.to_bytes(3)
        return type(self), (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


class _TimeOfDay:
    """A time as strftime() sees it: on the first day of 1900, in its own time zone."""

    def __init__(self, t):
        self.year, self.month, self.day = 1900, 1, 1
        self.microsecond, self.utcoffset, self.tzname = t.microsecond, t.utcoffset, t.tzname
        self._clock = t.hour, t.minute, t.second

    def timetuple(self):
        return _time.struct_time((1900, 1, 1, *self._clock, 0, 1, -1))

    def isocalendar(self):
        return 1900, 1, 1


_EPOCH = _ymd2ord(1970, 1, 1)


def _local(timestamp):
    """time.localtime(), with the errors that dates have for what is out of range."""
    try:
        if abs(timestamp) >= 1 << 63:
            raise OverflowError("timestamp out of range for platform time_t")
        t = _time.localtime(timestamp)
    except OSError:
        raise ValueError("year is out of range") from None
    if not MINYEAR <= t[0] <= MAXYEAR:
        raise ValueError(f"year {t[0]} is out of range")
    return t


def _local_seconds(seconds):
    """Seconds since 1970 in UTC as the clock on the wall counts them."""
    t = _local(seconds)
    return (_ymd2ord(*t[:3]) - _EPOCH) * 86400 + t[3] * 3600 + t[4] * 60 + t[5]


def _parse_iso_date(text):
    """Return year, month and day of a date in a form of ISO 8601, or None."""
    import re
    m = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)|(\d{4})(\d\d)(\d\d)", text, re.ASCII)
    if m is not None:
        return tuple(int(g) for g in m.groups() if g is not None)
    m = re.fullmatch(r"(\d{4})(-?)W(\d\d)(?:\2(\d))?", text, re.ASCII)
    if m is None:
        return None
    return _from_iso_week(int(m[1]), int(m[3]), int(m[4] or 1))


_CLOCK = r"(\d\d)(?:(:?)(\d\d)(?:\{}(\d\d)(?:[.,](\d+))?)?)?"


def _parse_iso_time(text):
    """Return hour, minute, second, microsecond and time zone of a time in a form of ISO 8601, or None."""
    import re
    m = re.fullmatch(_CLOCK.format(2) + "(?:(Z)|([+-])" + _CLOCK.format(9) + ")?", text, re.ASCII)
    if m is None:
        return None
    hour, minute, second = int(m[1]), int(m[3] or 0), int(m[4] or 0)
    microsecond = int((m[5] or "0")[:6].ljust(6, "0"))
    if hour == 24 and (minute or second or microsecond):
        raise ValueError("minute, second, and microsecond must be 0 when hour is 24")
    zone = UTC if m[6] else None
    if m[7]:
        if int(m[10] or 0) > 59 or int(m[11] or 0) > 59:
            return None
        offset = timedelta(hours=int(m[8]), minutes=int(m[10] or 0), seconds=int(m[11] or 0), microseconds=int((m[12] or "0")[:6].ljust(6, "0")))
        zone = timezone(-offset if m[7] == "-" else offset)
    return hour, minute, second, microsecond, zone


def _iso_date_length(text):
    """Return how much of a moment in a form of ISO 8601 is the date."""
    if text[4:5] == "-":
        if text[5:6] != "W":
            return 10
        # A digit after YYYY-Www-D makes the "-" the separator before the time.
        return 10 if text[8:9] == "-" and not text[10:11].isdigit() else 8
    if text[4:5] != "W":
        return 8
    digits = 7
    while text[digits:digits + 1].isdigit():
        digits += 1
    return digits if digits < 9 else 7 if digits % 2 == 0 else 8


class datetime(date):
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, year=None, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        state = _state(year, 10, 2, 12)
        if state is not None:
            tzinfo, fold = _state_zone(month), state[2] >> 7
            year, month, day, hour, minute, second = state[0] * 256 + state[1], state[2] & 0x7F, *state[3:7]
            microsecond = int.from_bytes(state[7:])
        self = object.__new__(cls)
        self._year, self._month, self._day = _date_numbers(year, month, day)
        self._hour, self._minute, self._second, self._microsecond, self._tzinfo, self._fold = _time_numbers(
            hour, minute, second, microsecond, tzinfo, fold)
        return self

    hour, minute, second, microsecond = _readable("hour"), _readable("minute"), _readable("second"), _readable("microsecond")
    tzinfo, fold = _readable("tzinfo"), _readable("fold")

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    today = classmethod(lambda cls: cls.now())

    @classmethod
    def utcnow(cls):
        _warn_of_utc("utcnow", "now(datetime.UTC)")
        return cls.fromtimestamp(_time.time(), UTC).replace(tzinfo=None)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        if tz is not None and not isinstance(tz, _tzinfo):
            raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")
        if not hasattr(timestamp, "__float__") and not hasattr(timestamp, "__index__"):
            raise TypeError(f"'{type(timestamp).__name__}' object cannot be interpreted as an integer")
        if abs(timestamp) >= 1 << 63:
            raise OverflowError("timestamp out of range for platform time_t")
        whole = _floor(timestamp)
        us = round((timestamp - whole) * 1000000)
        seconds, us = whole + us // 1000000, us % 1000000
        if tz is None:
            return cls(*_local(seconds)[:6], us, fold=_folded(seconds))
        moment = cls._from_us(_EPOCH * 86400 * 1000000 + seconds * 1000000 + us, tz, ValueError("year is out of range"))
        return tz.fromutc(moment)

    @classmethod
    def utcfromtimestamp(cls, t):
        _warn_of_utc("utcfromtimestamp", "fromtimestamp(timestamp, datetime.UTC)")
        return cls.fromtimestamp(t, UTC).replace(tzinfo=None)

    @classmethod
    def combine(cls, date, time, tzinfo=_Same):
        if not isinstance(date, _date):
            raise TypeError(f"combine() argument 1 must be datetime.date, not {type(date).__name__}")
        if not isinstance(time, _time_type):
            raise TypeError(f"combine() argument 2 must be datetime.time, not {type(time).__name__}")
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is _Same else tzinfo, fold=time.fold)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        n = _iso_date_length(text)
        day = _parse_iso_date(text[:n])
        clock = (0, 0, 0, 0, None) if len(text) <= n else _parse_iso_time(text[n + 1:])
        if day is None or clock is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        if clock[0] == 24:
            if day == (9999, 12, 31):
                raise ValueError("year must be in 1..9999, not 10000")
            return cls(*day, 0, 0, 0, 0, clock[4]) + timedelta(1)
        return cls(*day, *clock)

    @classmethod
    def strptime(cls, date_string, format):
        if not isinstance(date_string, str):
            raise TypeError(f"strptime() argument 1 must be str, not {type(date_string).__name__}")
        if not isinstance(format, str):
            raise TypeError(f"strptime() argument 2 must be str, not {type(format).__name__}")
        from _strptime import parse
        year, month, day, hour, minute, second, us, offset, name = parse(date_string, format)
        tz = None
        if offset is not None:
            tz = timezone(offset, name) if name else timezone(offset)
        return cls(year, month, day, hour, minute, second, us, tz)

    @classmethod
    def _from_us(cls, us, tz, error=OverflowError("date value out of range")):
        seconds, us = divmod(us, 1000000)
        days, seconds = divmod(seconds, 86400)
        if not 0 < days <= 3652059:
            raise error
        hh, rest = divmod(seconds, 3600)
        mm, ss = divmod(rest, 60)
        return cls(*_ord2ymd(days), hh, mm, ss, us, tz)

    def _us(self):
        return ((self.toordinal() * 86400 + self._hour * 3600 + self._minute * 60 + self._second) * 1000000) + self._microsecond

    def utctimetuple(self):
        offset = self.utcoffset()
        moment = self.replace(tzinfo=None) - offset if offset else self
        t = _date_of(moment).timetuple()
        return _time.struct_time((*t[:3], moment._hour, moment._minute, moment._second, *t[6:8], 0))

    def utcoffset(self):
        return _offset_of(self._tzinfo, "utcoffset", self)

    def tzname(self):
        return _name_of(self._tzinfo, self)

    def dst(self):
        return _offset_of(self._tzinfo, "dst", self)

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return time(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def timestamp(self):
        if self._tzinfo is None:
            return self._wall_to_utc() + self._microsecond / 1e6
        return (self._instant()[1] - _EPOCH * 86400 * 10 ** 6) / 10 ** 6

    def _wall_to_utc(self):
        """Return the seconds since 1970 at which the local clock shows this time; fold chooses where it does so twice or never (PEP 495)."""
        wall = self._us() // 1000000 - _EPOCH * 86400
        first = wall - (_local_seconds(wall) - wall)
        if _local_seconds(first) == wall:
            # The other offset within a day, if there is one, may show the same time.
            probe = first + (86400 if self._fold else -86400)
            offset = _local_seconds(probe) - probe
            if wall - offset == first:
                return first
        else:
            offset = _local_seconds(first) - first
        second = wall - offset
        if _local_seconds(second) == wall:
            return second
        if _local_seconds(first) == wall:
            return first
        return min(first, second) if self._fold else max(first, second)

    def _local_timezone(self):
        if self._tzinfo is None:
            seconds = self._wall_to_utc()
            other = self.replace(fold=1 - self._fold)._wall_to_utc()
            if other != seconds and (other > seconds) == self._fold:
                seconds = other  # the clock never shows this time: the offset is that of the other side of the gap
        else:
            seconds = self._instant()[1] // 1000000 - _EPOCH * 86400
        local = _local(seconds)
        return timezone(timedelta(seconds=_local_seconds(seconds) - seconds), local.tm_zone)

    def astimezone(self, tz=None):
        if tz is None:
            tz = self._local_timezone()
        elif not isinstance(tz, tzinfo):
            raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")
        zone = self._tzinfo
        if tz is zone:
            return self
        offset = None if zone is None else self.utcoffset()
        if offset is None:
            zone = self.replace(tzinfo=None)._local_timezone()
            if tz is zone:
                return self
            offset = zone.utcoffset(self)
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=_Same, *, fold=None):
        return type(self)(_pick(year, self._year), _pick(month, self._month), _pick(day, self._day), _pick(hour, self._hour),
                          _pick(minute, self._minute), _pick(second, self._second), _pick(microsecond, self._microsecond),
                          self._tzinfo if tzinfo is _Same else tzinfo, fold=_pick(fold, self._fold))

    __replace__ = replace

    def timetuple(self):
        daylight = self.dst()
        return _time.struct_time((self._year, self._month, self._day, self._hour, self._minute, self._second, self.weekday(),
                                  self._day_of_year(), -1 if daylight is None else 1 if daylight else 0))

    def isoformat(self, sep="T", timespec="auto"):
        offset = self.utcoffset()
        return f"{self._year:04d}-{self._month:02d}-{self._day:02d}{sep}{_time_text(self, timespec)}" + ("" if offset is None else _offset_text(offset))

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        return _repr_of(self, [self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond])

    def __add__(self, other):
        if isinstance(other, timedelta):
            return type(self)._from_us(self._us() + other._us(), self._tzinfo)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if self._tzinfo is other._tzinfo:
            return timedelta(microseconds=self._us() - other._us())
        a, b = self._instant(), other._instant()
        if a[0] != b[0]:
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta(microseconds=a[1] - b[1])

    def _instant(self):
        """Return whether the moment is aware, and its microseconds, in UTC if it is."""
        offset = self.utcoffset()
        return (False, self._us()) if offset is None else (True, self._us() - offset._us())

    def _ambiguous(self):
        """Whether the fold changes the offset: such a moment equals none of another time zone."""
        return self._tzinfo is not None and self.utcoffset() != self.replace(fold=not self._fold).utcoffset()

    def _compare(self, other, operator):
        if not isinstance(other, datetime):
            return NotImplemented
        if self._tzinfo is other._tzinfo:
            return operator(self._us(), other._us())
        return _compared(operator, self._instant(), other._instant(), "datetimes")

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        if self._tzinfo is other._tzinfo:
            return self._us() == other._us()
        return self._instant() == other._instant() and not self._ambiguous() and not other._ambiguous()

    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b)

    def __hash__(self):
        return hash((self.replace(fold=0) if self._fold else self)._instant())

    def __reduce_ex__(self, protocol):
        month = self._month | (0x80 if self._fold and protocol > 3 else 0)
        state = bytes((*divmod(self._year, 256), month, self._day, self._hour, self._minute, self._second)) + self._microsecond.to_bytes(3)
        return type(self), (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


# The types by names that the methods of datetime do not hide.
_date, _time_type, _tzinfo, _date_of = date, time, tzinfo, datetime.date


def _folded(seconds):
    """Whether the local clock shows the time at these seconds for the second time."""
    shown = _local_seconds(seconds)
    try:
        back = shown - _local_seconds(seconds - 86400) - 86400
    except (OverflowError, ValueError):
        return 0
    return int(back < 0 and _local_seconds(seconds + back) == shown)


def _warn_of_utc(name, instead):
    import warnings
    warnings.warn(f"datetime.datetime.{name}() is deprecated and scheduled for removal in a future version. Use timezone-aware "
                  f"objects to represent datetimes in UTC: datetime.datetime.{instead}.", DeprecationWarning, stacklevel=3)


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
time.min, time.max, time.resolution = time(0), time(23, 59, 59, 999999), timedelta(microseconds=1)
datetime.min, datetime.max, datetime.resolution = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999), timedelta(microseconds=1)
