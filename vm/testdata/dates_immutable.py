# Dates, times and time zones: subclasses, what cannot be changed, comparisons, pickles, ISO 8601, formats.
import copy
import pickle
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo


class Day(date):
    def __new__(cls, *args, label="x"):
        self = super().__new__(cls, *args)
        self.label = label
        return self


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


d = Day(2024, 2, 29, label="leap")
print(d, d.label, d + timedelta(1), type(d + timedelta(1)).__name__, Day.fromisoformat("2024-W09-4"), d.replace(day=1))
attempt(lambda: date(2024, 2, 30))
attempt(lambda: date(2024.0, 1, 1))
attempt(lambda: datetime(2024, 1, 1, 25))
attempt(lambda: time(1, 2, fold=2))
attempt(lambda: timezone(timedelta(0)) is UTC)
attempt(lambda: timezone(timedelta(days=1)))
attempt(lambda: timezone(timedelta(hours=1), "one").tzname(None))
attempt(lambda: timezone(timedelta(hours=-1, seconds=5)))
attempt(lambda: datetime(2024, 1, 1, tzinfo=UTC) < datetime(2024, 1, 1))
attempt(lambda: datetime(2024, 1, 1, tzinfo=UTC) == datetime(2024, 1, 1))
attempt(lambda: time(1, tzinfo=UTC) < time(2))
attempt(lambda: date(2024, 1, 1) == datetime(2024, 1, 1))
attempt(lambda: tzinfo().utcoffset(None))
attempt(lambda: UTC.utcoffset("x"))
attempt(lambda: datetime.fromtimestamp(1e30))
attempt(lambda: datetime.fromtimestamp(0, 5))
attempt(lambda: datetime.combine(date(2024, 1, 1), time(3, tzinfo=UTC)))
attempt(lambda: datetime.fromtimestamp(1.5e9 + 0.1234567, timezone(timedelta(hours=5, minutes=30))))
for text in ("2024-01-02", "20240102T030405", "2024-01-02 03:04:05.678901234+01:30:15", "2024-01-02T24:00", "2024-W01-2T03Z", "2024-01-02T03:0405", "2024-1-2", "x"):
    attempt(lambda: datetime.fromisoformat(text))
for text in ("03", "T0304", "03:04:05,5", "03:04Z", "24:00", "24:01", "03:04-0530"):
    attempt(lambda: time.fromisoformat(text))
m = datetime(99, 7, 4, 15, 6, 7, 89, timezone(timedelta(hours=-3, minutes=-30), "NT"), fold=1)
print(m, repr(m), repr(m.timetz()), m.strftime("%Y %-d %e %I%p %f %z %:z %Z %j %% %F %T %G-W%V-%u %c"), f"{m:%H:%M}", m.timetuple().tm_yday)
for moment in (m, m.time(), m.date(), m.tzinfo, timedelta(1, 2, 3), UTC):
    for protocol in range(6):
        assert pickle.loads(pickle.dumps(moment, protocol)) == moment
    assert copy.deepcopy(moment) == moment
print(m.__reduce_ex__(4)[1][0], m.date().__reduce__())
for name in "year", "hour", "other":
    try:
        setattr(m, name, 1)
    except AttributeError:
        print("refused")
print(hash(datetime(2024, 1, 1, 1, tzinfo=UTC)) == hash(datetime(2024, 1, 1, 2, tzinfo=timezone(timedelta(hours=1)))))
