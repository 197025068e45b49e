# __del__ is called before the next print, at gc.collect() or at exit.
import gc, weakref
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
a = A(1)
del a
print("after del")
b = A(2)
b = None
print("after None")
def f():
    x = A(3)
    print("in f")
f()
print("after f")
l = [A(4), A(5)]
l.pop()
print("popped")
l.clear()
print("cleared")
class B(A):
    def __del__(self):
        print("B")
        super().__del__()
z = B(7); z = A(8); print("rebound")
class S:
    __slots__ = ('v',)
    def __init__(self): self.v = 9
    def __del__(self): print("slots", self.v)
s = S(); del s; print("S gone")
d = {'k': A(10)}; del d['k']; print('dict')
try:
    t = A(11)
    raise ValueError(t)
except ValueError as e: pass
del t
print("exc")
class H:
    def __init__(self): self.res = A(12)
h = H(); del h; print("nested")
def gen():
    g = A(13)
    yield 1
gg = gen(); next(gg); del gg; print("gen")
with_cb = weakref.ref(k := A(14), lambda r: print("cb")); del k; print("end")
fin = weakref.finalize(q := set(), print, "fin"); q = None; print("q")
A(15); print("temp")
keep1 = A(100); keep2 = A(101)
import atexit; atexit.register(print, "atexit")
