# A scheduler by a clock of its own.
import sched

now = 0


def delay(seconds):
    global now
    now += seconds


s = sched.scheduler(lambda: now, delay)
log = []
s.enter(5, 2, log.append, ("five, second",))
s.enter(5, 1, log.append, argument=("five, first",))
late = s.enterabs(20, 1, log.append, ("never",))
s.enter(1, 1, lambda x, y: log.append((now, x, y)), (1,), {"y": 2})
print([(e.time, e.priority, e.argument, e.kwargs) for e in s.queue], s.empty())
print(s.run(blocking=False), log)
delay(1)
print(s.run(blocking=False), log)
s.cancel(late)
try:
    s.cancel(late)
except ValueError as e:
    print(type(e).__name__)
s.run()
print(now, log, s.empty())
