# struct_time and the functions of time: fields, directives, what is refused, time zones.
import time
print(time.strftime('%Y|%G|%C|%y|%F|%D|%s|%c|%x|%X|%r|%R|%T|%h|%n|%t|%%|%e|%l|%k|%P|%E|%Q|%q|%-d|%^a|%_d|%02d|%Ey|%Od|%', (99,1,2,3,4,5,6,7,0)))
print(time.strftime('%j %w %u %a %U %W %V', (2024,5,6,7,8,9,3,100,0)))
print(repr(time.asctime((99,1,2,3,4,5,6,7,0))), repr(time.asctime((12345,1,2,3,4,5,6,7,0))))
print(time.gmtime(0), time.gmtime(1e9).tm_zone, time.gmtime(0).tm_gmtoff, time.localtime(0).tm_zone)
for f in [lambda: time.gmtime("x"), lambda: time.gmtime(float('nan')), lambda: time.gmtime(float('inf')), lambda: time.gmtime(1e200), lambda: time.gmtime(1<<70),lambda: time.gmtime(1e17),
  lambda: time.strftime("%Y", 3), lambda: time.strftime("%Y", (1,2)), lambda: time.strftime("%Y", (1900,13,1,0,0,0,0,1,0)), lambda: time.strftime("%Y", (1900,1,32,0,0,0,0,1,0)), lambda: time.strftime("%Y", (1900,1,1,0,0,0,-2,1,0)), lambda: time.strftime("%Y", (1900,1,1,0,0,0,8,1,0)),
  lambda: time.strftime("%Y", (1900,1,1,0,0,0,8,367,0)), lambda: time.strftime("%Y", (1900,0,0,0,0,62,8,0,0)), lambda: time.strftime(3), lambda: time.asctime(0), lambda: time.asctime("a"), lambda: time.mktime((1,2)), lambda: time.mktime(3),
  lambda: time.mktime((1900,1,1,0,0,0,0,0,0)), lambda: time.mktime((10**10,1,1,0,0,0,0,0,0)), lambda: time.ctime("x"), lambda: time.sleep("x"), lambda: time.sleep(-1), lambda: time.sleep(float("nan")), lambda: time.struct_time(3), lambda: time.struct_time((1,2)), lambda: time.struct_time(range(12)), lambda: time.struct_time(range(9), {"x":1}),
  lambda: time.struct_time(range(11), {"tm_zone":1}), lambda: time.struct_time(), lambda: time.struct_time(1,2,3), lambda:time.struct_time(range(9), 3), lambda: time.get_clock_info("x"), lambda: time.clock_gettime("x"), lambda: time.clock_gettime(99), lambda: time.gmtime(1,2), lambda: time.gmtime(seconds=1), lambda: time.localtime(None) and 3, lambda: time.strftime("%Y", range(9)),
  lambda: time.struct_time(range(9)).__replace__(tm_year=5), lambda: time.struct_time(range(9)).__replace__(foo=5), lambda: time.struct_time(range(9)).__reduce__()]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for n in ("time","monotonic","perf_counter","process_time","thread_time"): print(time.get_clock_info(n))
print(time.struct_time.n_fields, time.struct_time.n_sequence_fields, time.struct_time.n_unnamed_fields, time.struct_time.__match_args__)
print(time.tzname, time.timezone, time.CLOCK_REALTIME, time.CLOCK_MONOTONIC, time.CLOCK_PROCESS_CPUTIME_ID, time.CLOCK_THREAD_CPUTIME_ID)
import os
os.environ["TZ"]="America/New_York"; time.tzset()
print(time.tzname, time.timezone, time.altzone, time.daylight, time.localtime(1e9), time.localtime(1e9).tm_zone, time.localtime(1e9).tm_gmtoff, time.mktime((2001,9,8,21,46,40,0,0,-1)), time.mktime((2001,9,8,21,46,40,0,0,0)), time.strftime("%Z %z", time.localtime(1e9)))
import datetime
print(datetime.datetime.fromtimestamp(1e9), datetime.datetime(2001,9,9).timestamp(), datetime.datetime(2001,9,9).astimezone(), datetime.datetime(2001,11,1,tzinfo=datetime.UTC).astimezone())
print(datetime.datetime.fromtimestamp(1004248800).fold, datetime.datetime.fromtimestamp(1004248800-3600).fold, datetime.datetime.fromtimestamp(1004248800))
