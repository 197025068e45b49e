# Queues and executors between threads.
import concurrent.futures as futures
import queue
import threading
import time

q = queue.Queue(maxsize=2)
squares = []


def worker():
    while (n := q.get()) is not None:
        squares.append(n * n)
        q.task_done()
    q.task_done()


t = threading.Thread(target=worker)
t.start()
for i in range(6):
    q.put(i)
q.put(None)
q.join()
t.join()
print(squares, q.empty())
for get in (lambda: q.get(timeout=0.001), q.get_nowait, lambda: q.get(timeout=-1)):
    try:
        get()
    except (queue.Empty, ValueError) as e:
        print(type(e).__name__, e)
q.put(1); q.put(2)
try:
    q.put(3, timeout=0.001)
except queue.Full:
    print("full")

s = queue.SimpleQueue()
threading.Timer(0.002, s.put, ["late"]).start()
print(s.get())

ended = []
stopping = queue.Queue()
t = threading.Thread(target=lambda: ended.append(type(outcome(stopping.get)).__name__))


def outcome(f):
    try:
        return f()
    except Exception as e:
        return e


t.start()
time.sleep(0.002)
stopping.shutdown()
t.join()
print(ended, type(outcome(lambda: stopping.put(1))).__name__)

# Work that waits for other work.
gate = threading.Event()
with futures.ThreadPoolExecutor(max_workers=2, thread_name_prefix="pool") as pool:
    waiting = pool.submit(gate.wait, 5)
    named = pool.submit(lambda: threading.current_thread().name.split("_")[0])
    print(named.result(), waiting.done())
    gate.set()
    print(waiting.result(), list(pool.map(lambda x: x + 1, range(5))))
    failing = pool.submit(lambda: 1 // 0)
    print(failing.exception(), type(failing.exception()).__name__)
    slow = pool.submit(time.sleep, 0.3)
    try:
        slow.result(timeout=0.001)
    except TimeoutError:
        print("not yet", slow.running())
    quick = pool.submit(lambda: "quick")
    print([f.result() for f in futures.as_completed([slow, quick])])
    done, rest = futures.wait([pool.submit(time.sleep, 0.3), pool.submit(int)], return_when=futures.FIRST_COMPLETED)
    print(len(done), len(rest))
pool = futures.ThreadPoolExecutor(1)
busy = pool.submit(time.sleep, 0.2)
later = pool.submit(print, "never printed")
print(later.cancel(), later.cancelled(), later.done())
pool.shutdown()
try:
    pool.submit(print)
except RuntimeError as e:
    print(e)

# Every thread has its own values, context and exception.
local, out = threading.local(), []
local.x = "main"


def mine(n):
    local.x = n
    time.sleep(0.002)
    try:
        raise ValueError(n)
    except ValueError:
        time.sleep(0.002)
        import sys
        out.append((local.x, sys.exception().args[0]))


crowd = [threading.Thread(target=mine, args=(i,)) for i in range(3)]
for t in crowd: t.start()
for t in crowd: t.join()
print(sorted(out), local.x)
