import ast
from datetime import date, datetime, time, timedelta, timezone

d = date(2024, 2, 28)
print(d, repr(d), d + timedelta(2), d.weekday(), d.isoweekday(), d.isocalendar()[:], date(2024, 3, 1) - d, d.replace(day=1), date.fromisoformat("2023-12-31"), d < date(2025, 1, 1))
t = datetime(2024, 2, 29, 13, 5, 7, 1200)
print(t, repr(t), t.isoformat(), t.isoformat(timespec="minutes"), t + timedelta(days=1, hours=12), t.date(), t.time(), f"{t:%Y/%m/%d %H:%M:%S.%f %p %j %a %B}")
print(datetime.fromisoformat("2024-01-02T03:04:05.678+02:00"), datetime(2024, 1, 1, tzinfo=timezone.utc).timestamp(), datetime.strptime("12 Mar 2021 05:06 PM", "%d %b %Y %I:%M %p"))
print(datetime.fromtimestamp(86400.5, timezone.utc), datetime(2024, 1, 1, 12, tzinfo=timezone.utc).astimezone(timezone(timedelta(hours=-5))))
x = timedelta(days=1, seconds=3.5, weeks=1)
print(x, repr(x), x.total_seconds(), -x, x * 2, x / 2, x // timedelta(hours=5), abs(-x), timedelta(milliseconds=1500), timedelta(0), bool(timedelta(0)), str(timedelta(days=-1)))
print(time(1, 2, 3), repr(time(1, 2)), time(10) < time(11), datetime.min, timezone(timedelta(hours=5, minutes=30)))
for bad in (lambda: date(2023, 2, 29), lambda: datetime(2023, 13, 1), lambda: time(25), lambda: date.fromisoformat("x"), lambda: datetime.strptime("a", "%Y")):
    try:
        bad()
    except ValueError as e:
        print(e)
print(ast.literal_eval("[1, (2, 'a'), {'k': -1.5, 3: {1, 2}}, None, True, 1+2j]"))
try:
    ast.literal_eval("f(1)")
except ValueError as e:
    print("ValueError")
