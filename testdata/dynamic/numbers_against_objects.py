"""Sizes and numbers that are symbols, compared and computed with objects whose classes have methods for it."""
import torch
log = []
class O:
    def __repr__(self): return "O"
    def __eq__(self, o): log.append(("eq", o)); return "eq"
    def __lt__(self, o): log.append(("lt", o)); return "lt"
    def __gt__(self, o): log.append(("gt", o)); return "gt"
    def __ne__(self, o): return NotImplemented
    def __radd__(self, o): return ("radd", o)
    def __rsub__(self, o): return ("rsub", o)
    def __rmul__(self, o): return NotImplemented
class L(list):
    __eq__ = O.__eq__; __lt__ = O.__lt__; __radd__ = O.__radd__; __rsub__ = O.__rsub__
class P:
    def __repr__(self): return "P"
class D(dict):
    def __eq__(self, o): return NotImplemented
def f(x, n, o):
    out = [n == o, o == n, n != o, o != n, n in [o], [o].count(n), n + 1 == o]
    for g in (lambda: n < o, lambda: o > n, lambda: n > o, lambda: n >= o, lambda: n + o, lambda: n - o, lambda: n * o, lambda: o < n):
        try: out.append(g())
        except TypeError as e: out.append(str(e))
    return x + 1, out
for c in (O, L, P, D):
    for dyn in (None, True):
        for n in (3, 2.5):
            torch._dynamo.reset(); o = c(); log.clear()
            e = f(torch.ones(1), n, o); le = list(log); log.clear()
            r = torch.compile(f, backend="eager", dynamic=dyn)(torch.ones(1), n, o)
            print(c.__name__, dyn, n, str(e) == str(r) and le == log, r[1])
