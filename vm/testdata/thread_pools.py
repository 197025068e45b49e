"""multiprocessing.pool.ThreadPool and multiprocessing.dummy."""
import multiprocessing.dummy
import time
from multiprocessing import TimeoutError
from multiprocessing.pool import ThreadPool


def half(x):
    if x % 2:
        raise ValueError(f"odd: {x}")
    return x // 2


with ThreadPool(3) as pool:
    print(pool.map(half, range(0, 20, 2)), pool.apply(max, (1, 2)), pool.starmap(pow, [(2, 3), (3, 2)]), pool.map(half, []))
    print(list(pool.imap(half, (4, 2, 8))), sorted(pool.imap_unordered(half, (4, 2, 8))))
    seen = []
    r = pool.apply_async(half, (8,), callback=seen.append)
    print(r.get(), r.ready(), r.successful(), seen)
    r = pool.apply_async(half, (7,), error_callback=lambda e: seen.append(str(e)))
    r.wait()
    print(r.successful(), seen)
    for attempt in (r.get, lambda: pool.map(half, [2, 3]), lambda: list(pool.imap(half, [2, 5])), lambda: pool.apply(half, (1,))):
        try:
            print(attempt())
        except ValueError as e:
            print("failed", e)
    slow = pool.apply_async(time.sleep, (0.3,))
    for attempt in (lambda: slow.get(0.01), slow.successful, lambda: pool.imap(time.sleep, [0.3]).next(timeout=0.01)):
        try:
            print(attempt())
        except (TimeoutError, ValueError) as e:
            print(type(e).__name__)
    print(pool.map_async(str, range(3)).get(5), pool.starmap_async(divmod, [(7, 2)]).get())
try:
    pool.map(half, [2])
except ValueError as e:
    print(e)
pool = ThreadPool(2, initializer=lambda *a: seen.append(a), initargs=(1,))
try:
    pool.join()
except ValueError as e:
    print(e)
it = pool.imap(half, [2, 3, 4])
print(next(it))
try:
    next(it)
except ValueError as e:
    print(e, next(it), list(it))
pool.close()
pool.join()
print(seen.count((1,)), repr(pool)[:45])
for wrong in (lambda: ThreadPool(0), lambda: ThreadPool(1, initializer=3)):
    try:
        wrong()
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
p = multiprocessing.dummy.Pool(2)
print(p.map(len, ["a", "bc"]), hasattr(multiprocessing.dummy.Process, "start"))
