"""Processes with queues, locks, pipes, shared numbers, pools and managers."""
import multiprocessing as mp, os, sys, time
def work(n, q, lock, v, ev):
    ev.wait()
    with lock:
        v.value += n
    q.put((n, mp.current_process().name, os.getpid() != os.getppid()))
def boom(): raise ValueError("no")
def ex(n): sys.exit(n)
def sq(x): return x * x
def echo(c):
    while True:
        try: m = c.recv()
        except EOFError: break
        c.send(m * 2)
    c.close()
if __name__ == "__main__":
    q, lock, v, ev = mp.Queue(), mp.Lock(), mp.Value("i", 0), mp.Event()
    ps = [mp.Process(target=work, args=(i, q, lock, v, ev)) for i in range(3)]
    print(ps[0].name, ps[0].is_alive(), ps[0].exitcode, ps[0].daemon)
    for p in ps: p.start()
    ev.set()
    got = sorted(q.get() for _ in ps); print(got)
    for p in ps: p.join()
    print(v.value, [p.exitcode for p in ps], mp.active_children())
    for f, a in ((ex, (3,)), (ex, (None,)), (ex, ("",))):
        p = mp.Process(target=f, args=a); p.start(); p.join(); print(p.exitcode)
    p = mp.Process(target=time.sleep, args=(100,)); p.start(); p.terminate(); p.join(); print(p.exitcode)
    with mp.Pool(2) as pool:
        print(pool.map(sq, range(5)), pool.apply(sq, (7,)), pool.starmap(pow, [(2, 3), (3, 2)]), list(pool.imap(sq, [1, 2])))
        try: pool.apply(boom)
        except ValueError as e: print("caught", e, type(e.__cause__).__name__)
    a, b = mp.Pipe()
    p = mp.Process(target=echo, args=(b,)); p.start(); b.close()
    a.send("ab"); print(a.recv(), a.poll(0.01)); a.close(); p.join(); print(p.exitcode)
    arr = mp.Array("d", [1.0, 2.0]); print(arr[:], len(arr))
    with mp.Manager() as m:
        d, l = m.dict(), m.list([1]); d["a"] = 1; l.append(3); print(dict(d), list(l), len(l))
    try:
        import pickle; pickle.dumps(lock)
    except RuntimeError as e: print(e)
