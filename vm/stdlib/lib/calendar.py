"""Calendars: days of weeks, months and years, and their texts."""

import datetime
import itertools
import locale as _locale
from enum import IntEnum, global_enum

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays", "weekday", "monthrange", "monthcalendar",
           "prmonth", "month", "prcal", "calendar", "timegm", "month_name", "month_abbr", "standalone_month_name", "standalone_month_abbr", "day_name",
           "day_abbr", "Calendar", "TextCalendar", "HTMLCalendar", "LocaleTextCalendar", "LocaleHTMLCalendar", "weekheader", "Day", "Month"]


class IllegalMonthError(ValueError, IndexError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f"bad month number {self.month!r}; must be 1-12"


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return f"bad weekday number {self.weekday!r}; must be 0 (Monday) to 6 (Sunday)"


Month = global_enum(IntEnum("Month", "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER", module=__name__))
Day = global_enum(IntEnum("Day", "MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY", start=0, module=__name__))
__all__ += [*Month.__members__, *Day.__members__]

_LENGTHS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
mdays = list(_LENGTHS)


class _Names:
    """The names of months or days in a format of strftime; a place without a name has the empty text."""

    def __init__(self, format, days, lead):
        self._texts = [""] * lead + [day.strftime(format) for day in days]

    def __getitem__(self, i):
        return self._texts[i]

    def __len__(self):
        return len(self._texts)


_WEEK = [datetime.date(2001, 1, i + 1) for i in range(7)]
_YEAR = [datetime.date(2001, i + 1, 1) for i in range(12)]
day_name, day_abbr = _Names("%A", _WEEK, 0), _Names("%a", _WEEK, 0)
month_name, month_abbr = _Names("%B", _YEAR, 1), _Names("%b", _YEAR, 1)
standalone_month_name, standalone_month_abbr = month_name, month_abbr


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """How many leap years there are from one year up to another."""
    before = lambda y: (y - 1) // 4 - (y - 1) // 100 + (y - 1) // 400
    return before(y2) - before(y1)


def weekday(year, month, day):
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return Day(datetime.date(year, month, day).weekday())


def _month_length(year, month):
    return mdays[month] + (month == 2 and isleap(year))


def monthrange(year, month):
    """The weekday of the first of a month, and the length of the month."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _month_length(year, month)


def _previous(year, month):
    return (year - 1, 12) if month == 1 else (year, month - 1)


def _following(year, month):
    return (year + 1, 1) if month == 12 else (year, month + 1)


class Calendar:
    """Days in weeks that begin with a weekday."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self._first % 7

    def setfirstweekday(self, firstweekday):
        self._first = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        return iter([(self.firstweekday + i) % 7 for i in range(7)])

    def _around(self, year, month):
        """How many days of whole weeks lie before a month, in it and behind it."""
        first, length = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        return before, length, (self.firstweekday - first - length) % 7

    def itermonthdays(self, year, month):
        before, length, after = self._around(year, month)
        yield from itertools.repeat(0, before)
        yield from range(1, length + 1)
        yield from itertools.repeat(0, after)

    def itermonthdays2(self, year, month):
        for i, day in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield day, i % 7

    def itermonthdays3(self, year, month):
        before, length, after = self._around(year, month)
        y, m = _previous(year, month)
        end = _month_length(y, m) + 1
        for day in range(end - before, end):
            yield y, m, day
        for day in range(1, length + 1):
            yield year, month, day
        y, m = _following(year, month)
        for day in range(1, after + 1):
            yield y, m, day

    def itermonthdays4(self, year, month):
        for i, (y, m, day) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, day, (self.firstweekday + i) % 7

    def itermonthdates(self, year, month):
        for y, m, day in self.itermonthdays3(year, month):
            yield datetime.date(y, m, day)

    def _weeks(self, days):
        return [list(week) for week in itertools.batched(days, 7)]

    def monthdatescalendar(self, year, month):
        return self._weeks(self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        return self._weeks(self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        return self._weeks(self.itermonthdays(year, month))

    def _year(self, one, year, width):
        return [list(row) for row in itertools.batched([one(year, m) for m in Month], width)]

    def yeardatescalendar(self, year, width=3):
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        return self._year(self.monthdayscalendar, year, width)


class TextCalendar(Calendar):
    """Calendars as plain text."""

    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        return (f"{day:2d}" if day else "").center(width)

    def formatweek(self, theweek, width):
        return " ".join(self.formatday(day, which, width) for day, which in theweek)

    def formatweekday(self, day, width):
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        return " ".join(self.formatweekday(day, width) for day in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        if not 1 <= themonth <= 12:
            raise IllegalMonthError(themonth)
        return (month_name[themonth] + (f" {theyear!r}" if withyear else "")).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return "".join(line.rstrip() + "\n" * l for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        made = repr(theyear).center(width * m + c * (m - 1)).rstrip() + "\n" * l
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            made += "\n" * l
            made += formatstring([self.formatmonthname(theyear, k, width, False) for k in months], width, c).rstrip() + "\n" * l
            made += formatstring([header] * len(months), width, c).rstrip() + "\n" * l
            for j in range(max(map(len, row))):
                weeks = [self.formatweek(month[j], w) if j < len(month) else "" for month in row]
                made += formatstring(weeks, width, c).rstrip() + "\n" * l
        return made

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    """Calendars as tables."""

    cssclasses = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclasses_weekday_head = cssclasses
    cssclass_noday, cssclass_month_head, cssclass_month, cssclass_year_head, cssclass_year = "noday", "month", "month", "year", "year"

    def formatday(self, day, weekday):
        if day == 0:
            return f'<td class="{self.cssclass_noday}">&nbsp;</td>'
        return f'<td class="{self.cssclasses[weekday]}">{day}</td>'

    def formatweek(self, theweek):
        return "<tr>" + "".join(self.formatday(day, which) for day, which in theweek) + "</tr>"

    def formatweekday(self, day):
        return f'<th class="{self.cssclasses_weekday_head[day]}">{day_abbr[day]}</th>'

    def formatweekheader(self):
        return "<tr>" + "".join(map(self.formatweekday, self.iterweekdays())) + "</tr>"

    def formatmonthname(self, theyear, themonth, withyear=True):
        if not 1 <= themonth <= 12:
            raise IllegalMonthError(themonth)
        text = f"{month_name[themonth]} {theyear}" if withyear else month_name[themonth]
        return f'<tr><th colspan="7" class="{self.cssclass_month_head}">{text}</th></tr>'

    def formatmonth(self, theyear, themonth, withyear=True):
        rows = [f'<table border="0" cellpadding="0" cellspacing="0" class="{self.cssclass_month}">',
                self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        rows += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        return "".join(row + "\n" for row in [*rows, "</table>"])

    def formatyear(self, theyear, width=3):
        width = max(width, 1)
        made = f'<table border="0" cellpadding="0" cellspacing="0" class="{self.cssclass_year}">\n'
        made += f'<tr><th colspan="{width}" class="{self.cssclass_year_head}">{theyear}</th></tr>'
        for months in itertools.batched(Month, width):
            made += "<tr>" + "".join(f"<td>{self.formatmonth(theyear, m, withyear=False)}</td>" for m in months) + "</tr>"
        return made + "</table>"

    def formatyearpage(self, theyear, width=3, css="calendar.css", encoding=None):
        import sys

        encoding = encoding or sys.getdefaultencoding()
        style = f'<link rel="stylesheet" type="text/css" href="{css}">\n' if css is not None else ""
        page = (f'<?xml version="1.0" encoding="{encoding}"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
                f'"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html>\n<head>\n'
                f'<meta http-equiv="Content-Type" content="text/html; charset={encoding}" />\n{style}<title>Calendar for {theyear}</title>\n</head>\n'
                f"<body>\n{self.formatyear(theyear, width)}</body>\n</html>\n")
        return page.encode(encoding, "xmlcharrefreplace")


class LocaleTextCalendar(TextCalendar):
    """One with the names of a locale; there is none here but C."""

    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = locale or _locale.getlocale(_locale.LC_TIME)


class LocaleHTMLCalendar(HTMLCalendar):
    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = locale or _locale.getlocale(_locale.LC_TIME)


def formatstring(cols, colwidth=20, spacing=6):
    """Columns of text beside each other."""
    return (" " * spacing).join(c.center(colwidth) for c in cols)


def format(cols, colwidth=20, spacing=6):
    print(formatstring(cols, colwidth, spacing))


# The calendar that the functions of the module use.
c = TextCalendar()
firstweekday = c.getfirstweekday


def setfirstweekday(firstweekday):
    if not 0 <= firstweekday <= 6:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


monthcalendar, prweek, week, weekheader = c.monthdayscalendar, c.prweek, c.formatweek, c.formatweekheader
prmonth, month, calendar, prcal = c.prmonth, c.formatmonth, c.formatyear, c.pryear


def timegm(tuple):
    """Seconds since 1970 of a time in UTC, the inverse of time.gmtime."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - datetime.date(1970, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
