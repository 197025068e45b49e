# Context variables, decimal contexts and the exception being handled belong to threads; interrupted code goes on as it was.
import contextvars
import decimal
import sys
import threading

var = contextvars.ContextVar("var", default="nothing")
var.set("main")
decimal.getcontext().prec = 5
ready, go = threading.Barrier(3), threading.Event()
seen = []


def work(n):
    before = var.get()
    var.set(n)
    decimal.getcontext().prec = n
    try:
        raise KeyError(n)
    except KeyError as e:
        ready.wait()
        go.wait()
        seen.append((n, before, var.get(), str(decimal.Decimal(1) / 3), sys.exception() is e, contextvars.copy_context()[var]))


threads = [threading.Thread(target=work, args=(n,)) for n in (3, 7)]
for t in threads: t.start()
ready.wait()
print(sys.exception(), var.get(), decimal.Decimal(1) / 3)
go.set()
for t in threads: t.join()
print(sorted(seen))
t = threading.Thread(target=lambda: print(var.get()), context=contextvars.copy_context())
t.start(); t.join()
print(contextvars.copy_context().run(lambda: (var.set("inside"), var.get())[1]), var.get())


# Generators and deep calls, interrupted again and again.
def count(n):
    for i in range(n):
        yield i


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


sys.setswitchinterval(1e-6)
sums = []


def compute():
    sums.append((sum(i for i in count(20000)), depth(500), len([c for c in "ab" * 10000 if c == "a"])))


threads = [threading.Thread(target=compute) for _ in range(4)]
for t in threads: t.start()
compute()
for t in threads: t.join()
print(set(sums), len(sums))


# Values of threading.local, read and written while others do.
class Counter(threading.local):
    def __init__(self):
        self.n = 0


counter, totals = Counter(), []


def increase():
    for _ in range(2000):
        counter.n += 1
    totals.append(counter.n)


threads = [threading.Thread(target=increase) for _ in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(totals, counter.n)


# An exception in a thread ends the thread, through the hook.
def report(args):
    print(args.exc_type.__name__, args.exc_value, args.thread.name)


threading.excepthook = report
t = threading.Thread(target=lambda: 1 // 0, name="divider")
t.start(); t.join()
print(t.is_alive())
t = threading.Thread(target=sys.exit, args=(3,))
t.start(); t.join()
for wrong in (t.start, threading.Thread().join, threading.current_thread().join):
    try:
        wrong()
    except RuntimeError as e:
        print(e)
