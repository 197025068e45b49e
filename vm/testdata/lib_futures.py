# Executors and futures: states, results, callbacks, order, what they refuse.
import builtins
from concurrent.futures import (ALL_COMPLETED, BrokenExecutor, CancelledError, Future, InvalidStateError, ProcessPoolExecutor,
                                ThreadPoolExecutor, TimeoutError, as_completed, wait)


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, str(e).partition(" at 0x")[0])


def work(x):
    if x == 3:
        raise ValueError("three")
    return x * x


with ThreadPoolExecutor(max_workers=2, thread_name_prefix="w") as pool:
    futures = [pool.submit(work, i) for i in range(5)]
    done, not_done = wait(futures, return_when=ALL_COMPLETED)
    print(len(done), len(not_done), sorted(f.result() for f in as_completed(futures) if f.exception() is None))
    print(type(futures[3].exception()).__name__, futures[3].done(), futures[3].cancelled(), futures[0].cancel())
    attempt(futures[3].result)
    print(list(pool.map(pow, (2, 3, 4), (5, 2, 3))), list(pool.map(work, range(3), buffersize=2)))
    attempt(lambda: list(pool.map(work, range(5))))
    attempt(lambda: pool.map(work, [1], buffersize=0))
attempt(lambda: pool.submit(work, 1))
attempt(lambda: ThreadPoolExecutor(max_workers=0))
attempt(lambda: ThreadPoolExecutor(initializer=3))
f = Future()
seen = []
f.add_done_callback(lambda done: seen.append(done.result()))
print(f.running(), f.set_running_or_notify_cancel(), f.running(), f.cancel())
f.set_result(9)
f.add_done_callback(lambda done: seen.append("late"))
print(seen, f.result(), f.exception(), repr(f).partition(" state=")[2])
attempt(lambda: f.set_result(1))
g = Future()
print(g.cancel(), g.cancelled(), g.done(), g.set_running_or_notify_cancel())
attempt(g.result)
attempt(lambda: Future().result(timeout=0.01))
attempt(lambda: wait([Future()], return_when="x"))
print(issubclass(InvalidStateError, Exception), issubclass(BrokenExecutor, RuntimeError), TimeoutError is builtins.TimeoutError, issubclass(CancelledError, Exception))
