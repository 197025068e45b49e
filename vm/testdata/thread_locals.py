# threading.local: a dictionary for each thread, made by __init__, with the class around it.
import threading
class L(threading.local):
    kind = "shared"
    def __init__(self, n=1): self.n = n; self.log = []
    @property
    def twice(self): return self.n * 2
    @twice.setter
    def twice(self, v): self.n = v // 2
a = L(5)
a.n += 1; a.log.append("main")
out = []
def work():
    out.append((a.n, a.log, a.twice, a.kind)); a.n = 100; a.twice = 50; out.append((a.n, sorted(a.__dict__)))
for i in range(2):
    t = threading.Thread(target=work); t.start(); t.join()
print(out, a.n, a.log, a.twice, vars(a))
b = threading.local(); b.x = 1; print(b.__dict__, hasattr(b, "y"))
def peek():
    try: b.x
    except AttributeError as e: print(e.name)
    b.x = 2
t = threading.Thread(target=peek); t.start(); t.join(); print(b.x)
for f in (lambda: threading.local(1), lambda: setattr(b, "__dict__", {}), lambda: delattr(b, "nope"), lambda: delattr(b, "__dict__")):
    try: f()
    except Exception as e: print(type(e).__name__)
del b.x; print(vars(b))
