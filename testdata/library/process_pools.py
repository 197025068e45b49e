"""Pools of processes of concurrent.futures and multiprocessing, whose workers fail, or end."""
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
import os, multiprocessing as mp
def work(x): return x * x, os.getpid() != PARENT
def initp(p): global PARENT; PARENT = p
def boom(x): raise ValueError(x)
if __name__ == "__main__":
    with ProcessPoolExecutor(max_workers=2, initializer=initp, initargs=(os.getpid(),)) as ex:
        print(list(ex.map(work, range(4))))
        f = ex.submit(boom, 3)
        try: f.result()
        except ValueError as e: print("caught", e, "RemoteTraceback" in type(e.__cause__).__name__)
        try: ex.submit(lambda: 1).result()
        except Exception as e: print(type(e).__name__, str(e)[:30])
        print(sorted(f.result()[0] for f in as_completed([ex.submit(work, i) for i in range(3)])))
    with ProcessPoolExecutor(mp_context=mp.get_context("spawn")) as ex: print(ex.submit(pow, 2, 3).result())
    try: ex.submit(pow, 1, 1)
    except RuntimeError as e: print(e)
    from multiprocessing.pool import Pool, ThreadPool
    with ThreadPool(2) as p: print(p.map(abs, [-1, 2]))
    p = mp.Pool(2); r = p.map_async(abs, [-3, 4]); print(r.get(timeout=20)); p.close(); p.join()
    import signal, concurrent.futures.process as cfp
    with ProcessPoolExecutor(1) as ex:
        try: ex.submit(os._exit, 1).result()
        except cfp.BrokenProcessPool as e: print(type(e).__name__, e)
        try: ex.submit(abs, 1).result()
        except Exception as e: print(type(e).__name__, e)
