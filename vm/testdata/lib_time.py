# time: formatting, reading, limits.
import time
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
t = time.gmtime(1709211909)
show(lambda: t); show(lambda: (t.tm_year, t[3], len(t), tuple(t)[:3]))
for f in "%Y-%m-%d %H:%M:%S|%y %j %U %W %a %A %b %B %p %I|%c|%x|%X|%%|%G %V %u %w|%e|%D|%T|%F|%R|%h|%C|%Q|%f".split("|"): show(time.strftime, f, t)
show(time.strptime, "2024-02-29 13:05:09", "%Y-%m-%d %H:%M:%S"); show(time.strptime, "bad", "%Y"); show(time.strptime, "Thu Feb 29 13:05:09 2024"); show(time.strptime, 3); show(time.asctime, t); show(time.gmtime, 0); show(time.mktime, time.gmtime(0)); show(time.struct_time, (1, 2)); show(time.struct_time, range(9)); show(time.strftime, 3); show(time.sleep, -1); show(time.sleep, "x"); show(time.gmtime, "x"); show(lambda: time.ctime(0)); show(lambda: time.monotonic() <= time.monotonic()); show(lambda: time.perf_counter_ns() > 0); show(time.strftime, "%Y", (2020, 1, 1, 0, 0, 0, 0, 1, 0)); show(time.strftime, "%Y", (2020, 13, 1, 0, 0, 0, 0, 1, 0)); show(lambda: time.tzname); show(lambda: time.timezone);
