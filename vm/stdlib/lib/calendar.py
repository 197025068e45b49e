"""Calendars as text, and questions about dates."""

import datetime
import sys
from enum import IntEnum, global_enum
from itertools import chain, repeat

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays", "weekday", "monthrange",
           "monthcalendar", "prmonth", "month", "prcal", "calendar", "timegm", "month_name", "month_abbr", "day_name", "day_abbr",
           "Calendar", "TextCalendar", "HTMLCalendar", "weekheader", "Day", "Month", "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE",
           "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY",
           "SATURDAY", "SUNDAY"]


class IllegalMonthError(ValueError, IndexError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return "bad month number %r; must be 1-12" % self.month


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return "bad weekday %r; must be 0 (Monday) to 6 (Sunday)" % self.weekday


Month = global_enum(IntEnum("Month", "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER", module=__name__))
Day = global_enum(IntEnum("Day", [(name, i) for i, name in enumerate("MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY".split())], module=__name__))

mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


class _Names:
    """Names by number, of months or days."""

    def __init__(self, format, days):
        self.format = format
        self.days = days

    def __getitem__(self, i):
        names = [d.strftime(self.format) if d else "" for d in self.days]
        return names[i]

    def __len__(self):
        return len(self.days)


_monday = datetime.date(2001, 1, 1)
_days = [_monday + datetime.timedelta(i) for i in range(7)]
_months = [None] + [datetime.date(2001, i, 1) for i in range(1, 13)]
day_name, day_abbr = _Names("%A", _days), _Names("%a", _days)
month_name, month_abbr = _Names("%B", _months), _Names("%b", _months)
standalone_month_name, standalone_month_abbr = month_name, month_abbr


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """Return the number of leap years from y1 up to y2."""
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return Day(datetime.date(year, month, day).weekday())


def _check_month(month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)


def monthrange(year, month):
    """Return the weekday of a month's first day, and the number of its days."""
    _check_month(month)
    return weekday(year, month, 1), mdays[month] + (month == 2 and isleap(year))


def _monthlen(year, month):
    return mdays[month] + (month == 2 and isleap(year))


class Calendar:
    """Weeks of months and years as data."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    @property
    def firstweekday(self):
        return self._firstweekday % 7

    @firstweekday.setter
    def firstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    getfirstweekday = lambda self: self.firstweekday

    def setfirstweekday(self, firstweekday):
        self.firstweekday = firstweekday

    def iterweekdays(self):
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdates(self, year, month):
        for y, m, d in self.itermonthdays3(year, month):
            yield datetime.date(y, m, d)

    def itermonthdays(self, year, month):
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from repeat(0, before)
        yield from range(1, days + 1)
        yield from repeat(0, (self.firstweekday - first - days) % 7)

    def itermonthdays2(self, year, month):
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        after = (self.firstweekday - first - days) % 7
        y, m = (year - 1, 12) if month == 1 else (year, month - 1)
        end = _monthlen(y, m) + 1
        for d in range(end - before, end):
            yield y, m, d
        for d in range(1, days + 1):
            yield year, month, d
        y, m = (year + 1, 1) if month == 12 else (year, month + 1)
        for d in range(1, after + 1):
            yield y, m, d

    def itermonthdays4(self, year, month):
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def _weeks(self, days):
        days = list(days)
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdatescalendar(self, year, month):
        return self._weeks(self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        return self._weeks(self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        return self._weeks(self.itermonthdays(year, month))

    def _rows(self, months, width):
        return [months[i:i + width] for i in range(0, len(months), width)]

    def yeardatescalendar(self, year, width=3):
        return self._rows([self.monthdatescalendar(year, m) for m in Month], width)

    def yeardays2calendar(self, year, width=3):
        return self._rows([self.monthdays2calendar(year, m) for m in Month], width)

    def yeardayscalendar(self, year, width=3):
        return self._rows([self.monthdayscalendar(year, m) for m in Month], width)


class TextCalendar(Calendar):
    """Calendars as plain text."""

    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        return ("" if day == 0 else "%2i" % day).center(width)

    def formatweek(self, theweek, width):
        return " ".join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        return " ".join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        _check_month(themonth)
        name = month_name[themonth]
        if withyear:
            name = "%s %r" % (name, theyear)
        return name.center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w = max(2, w)
        l = max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return "".join(line.rstrip() + "\n" * l for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w = max(2, w)
        l = max(1, l)
        c = max(2, c)
        column = (w + 1) * 7 - 1
        text = [repr(theyear).center(column * m + c * (m - 1)).rstrip(), "\n" * l]
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            text.append("\n" * l)
            names = (self.formatmonthname(theyear, k, column, False) for k in months)
            text += [formatstring(names, column, c).rstrip(), "\n" * l]
            text += [formatstring((header for k in months), column, c).rstrip(), "\n" * l]
            for j in range(max(len(month) for month in row)):
                weeks = ("" if j >= len(month) else self.formatweek(month[j], w) for month in row)
                text += [formatstring(weeks, column, c).rstrip(), "\n" * l]
        return "".join(text)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    """Calendars as HTML tables."""

    cssclasses = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclasses_weekday_head = cssclasses
    cssclass_noday = "noday"
    cssclass_month_head = "month"
    cssclass_month = "month"
    cssclass_year_head = "year"
    cssclass_year = "year"

    def formatday(self, day, weekday):
        if day == 0:
            return '<td class="%s">&nbsp;</td>' % self.cssclass_noday
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        return "<tr>%s</tr>" % "".join(self.formatday(d, wd) for d, wd in theweek)

    def formatweekday(self, day):
        return '<th class="%s">%s</th>' % (self.cssclasses_weekday_head[day], day_abbr[day])

    def formatweekheader(self):
        return "<tr>%s</tr>" % "".join(self.formatweekday(i) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, withyear=True):
        _check_month(themonth)
        text = "%s %s" % (month_name[themonth], theyear) if withyear else "%s" % month_name[themonth]
        return '<tr><th colspan="7" class="%s">%s</th></tr>' % (self.cssclass_month_head, text)

    def formatmonth(self, theyear, themonth, withyear=True):
        lines = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_month,
                 self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        lines += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        return "\n".join(lines + ["</table>"]) + "\n"

    def formatyear(self, theyear, width=3):
        width = max(width, 1)
        out = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_year, "\n",
               '<tr><th colspan="%d" class="%s">%s</th></tr>' % (width, self.cssclass_year_head, theyear)]
        for i in range(1, 13, width):
            out.append("<tr>")
            out += ["<td>%s</td>" % self.formatmonth(theyear, m, withyear=False) for m in range(i, min(i + width, 13))]
            out.append("</tr>")
        return "".join(out + ["</table>"])


c = TextCalendar()
firstweekday = c.getfirstweekday
monthcalendar = c.monthdayscalendar
prweek = c.prweek
week = c.formatweek
weekheader = c.formatweekheader
prmonth = c.prmonth
month = c.formatmonth
calendar = c.formatyear
prcal = c.pryear


def setfirstweekday(firstweekday):
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


def formatstring(cols, colwidth=20, spacing=6):
    return (" " * spacing).join(c.center(colwidth) for c in cols)


def format(cols, colwidth=20, spacing=6):
    print(formatstring(cols, colwidth, spacing))


def timegm(tuple):
    """Return the seconds since 1970 of a time in UTC."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - datetime.date(1970, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
