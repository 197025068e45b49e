import sys
x = 10
class S:
    x = 5
    y = [x for _ in range(2)]
    z = [i * 2 for i in range(x)]
    def get(self): return x
    f = lambda self: self.x
print(S.y, S.z, S().get(), S().f())
def order(n): print("ev", n, end=" "); return n
l = [0] * 5
l[order(1)] = order(2); l[order(0)] += order(3); print(l)
print(order(1) < order(2) < order(3), order(3) > order(5) > order(9))
d = {order("k"): order("v")}; print(d)
def f(a, *, b): return a, b
print(f(order(1), b=order(2)))
def defaults(a=[], b={}): a.append(1); return a
defaults(); print(defaults())
fs = [lambda: i for i in range(3)]; print([g() for g in fs])
fs = [lambda i=i: i for i in range(3)]; print([g() for g in fs])
def nl():
    v = 1
    def a():
        nonlocal v
        v += 1
        def b():
            nonlocal v; v *= 10; return v
        return b
    return a()(), v
print(nl())
def gl(): global G; G = 5
gl(); print(G)
def t():
    try: return 1
    finally: return 2
print(t())
def t2():
    for i in range(3):
        try: continue
        finally: print("c", i, end=" ")
    while True:
        try: break
        finally: print("b")
t2()
def unb():
    try: print(q)
    except UnboundLocalError as e: print(e)
    q = 1
unb()
try: del undefined_thing
except NameError as e: print(e)
a, (b, *c), d = 1, [2, 3, 4], 5; print(a, b, c, d)
*a, b = "abc"; print(a, b)
[a, b] = 1, 2; (a), b = b, a; print(a, b)
for a, (b, c) in [(1, (2, 3))]: print(a, b, c)
print([(i, j) for i in range(3) for j in range(i) if i + j > 1], {k: v for k, v in zip("ab", range(2))}, {*"aab"} == {"a", "b"})
print(f"{x!r:>5} {x:{'>'}{8}} {'nested ' + f'{x}'} {x=} {x + 1 = } {[i for i in range(3)]} {{}} {'a' if x else 'b'} {x:#06x} {3.0:.3} {'é':*^5}")
print("a" "b" 'c', r"\n", b"\x41", "\u00e9\N{BULLET}", """tri
ple""")
print(1 if 0 else 2 if 0 else 3, not 1 == 2, 1 or 2, 0 or None, 1 and 2, [] and 1, not [], -2 ** 2, 2 ** -1, 2 ** 3 ** 2, 7 // -2, 5 % -3, ~1 + 2, 1 << 2 + 1, 3 & 1 | 4 ^ 1)
if (m := len("abc")) > 2: print(m)
print([y := 5, y ** 2], any((w := c) == "b" for c in "abc"), w)
class It:
    def __getitem__(self, i):
        if i > 3: raise IndexError
        return i * i
print(list(It()), 4 in It(), list(zip(It(), "abc")))
class CM:
    def __init__(self, n, sup=False): self.n, self.sup = n, sup
    def __enter__(self): print("enter", self.n); return self.n
    def __exit__(self, t, v, tb): print("exit", self.n, t.__name__ if t else None); return self.sup
with CM(1) as a, CM(2, True) as b: print(a, b); raise KeyError("x")
try:
    with CM(3): raise KeyError("y")
except KeyError as e: print("got", e)
def gen():
    with CM("g"): yield 1; yield 2
g = gen(); next(g); g.close()
def g2():
    try:
        while True:
            try: v = yield; print("recv", v)
            except ValueError as e: print("ve", e)
    except GeneratorExit: print("closing"); raise
    finally: print("fin")
g = g2(); next(g); g.send(1); g.throw(ValueError("z")); g.close()
def sub():
    r = yield 1; print("sub got", r); return "ret"
def main():
    r = yield from sub(); print(r); r = yield from [7, 8]; print(r); return "done"
g = main(); print(next(g), g.send("hello"), next(g))
try: next(g)
except StopIteration as e: print(e.value)
def inf():
    n = 0
    while True: yield n; n += 1
from itertools import islice
print(list(islice((x * x for x in inf() if x % 2), 4)))
class Base:
    reg = []
    def __init_subclass__(cls, **kw): Base.reg.append(cls.__name__)
class A1(Base): pass
class B1(A1): pass
print(Base.reg, B1.mro() == [B1, A1, Base, object])
class Prop:
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x
    @v.deleter
    def v(self): del self._v
class Prop2(Prop):
    @Prop.v.getter
    def v(self): return "sub" + str(self._v)
p = Prop2(); p.v = 3; print(p.v); del p.v
try: p.v
except AttributeError as e: print(e)
class Cl:
    @classmethod
    def make(cls): return cls.__name__
    @staticmethod
    def st(x): return x
    def __init__(self): self.__priv = 1
    def get(self): return self.__priv
class Cl2(Cl): pass
c = Cl2(); print(Cl2.make(), c.make(), Cl.st(1), c.get(), c.__dict__)
def deco(n):
    def w(f):
        def inner(*a, **k): return [n, f(*a, **k)]
        return inner
    return w
@deco(1)
@deco(2)
def dd(x): return x
print(dd(5))
@lambda c: (print("cd", c.__name__), c)[1]
class DC: pass
print(sum(map(lambda p: p[0] * p[1], zip([1, 2], [3, 4]))), max([3, 1], default=0), max([], default=-1), min([[1, 2], [1]], key=len), sorted("bca", reverse=True), sorted([(1, "b"), (1, "a")], key=lambda t: t[0]))
match [1, 2, 3]:
    case [x0, *rest]: print(x0, rest)
match {"a": 1, "b": {"c": 2}}:
    case {"a": 1, "b": {"c": v}, **r}: print(v, r)
for s in (0, 1.5, "s", None, True, [1], (1, 2, 3), {"t": 1}, b"x", 1j):
    match s:
        case None | True: print("nt")
        case int(n) if n == 0: print("zero")
        case float() | complex(): print("num")
        case str(v) | bytes(v): print("txt", v)
        case [v]: print("one", v)
        case [_, _, *r]: print("many", r)
        case {"t": t}: print("map", t)
        case _: print("other")
class Color: RED = 1; GREEN = 2
match 2:
    case Color.RED: print("r")
    case Color.GREEN: print("g")
print(type(lambda: 0).__name__, (lambda: 0).__name__, (lambda a, b=1, *c, d, **e: 0).__code__.co_varnames, sys._getframe().f_code.co_name, __name__)
import builtins; print(builtins.len is len, print.__name__, int.__doc__ is not None or True)
print("%s %r %5.1f%% %+d %-5s| %05d %x %o %e" % ("a", "b", 45.678, 5, "l", 42, 255, 8, 12345.678), "%(a)s %(b)d" % {"a": 1, "b": 2}, "%*d" % (5, 3))
print("{:,} {:_} {:.3e} {:08.3f} {:+} {:%} {:x} {:#b} {!r} {:>{w}}".format(1234567, 1234567, 12345.678, 3.14159, 5, 0.25, 255, 5, "q", "r", w=4))
print("abc".encode().hex(), int.from_bytes(b"\x01\x02", "big"), (258).to_bytes(2, "little"), bytes.fromhex("0aff"), "x".zfill(3), "a\tb".expandtabs(4), "Hello".swapcase(), "hello world foo".title(), "  a b ".split(" "), "a,,b".split(","), ",".join(["x"]), "abcabc".rfind("b"), "abc".index("c"), "aaa".count("a"), "abc".startswith(("x", "a")), "ab12".isalnum(), "Ab".istitle(), "".isspace(), "x=1=2".partition("="), "x=1=2".rpartition("="), "abc".translate(str.maketrans("ab", "xy", "c")), "é".isalpha(), "ñ".upper(), "İ".lower(), "straße".casefold(), "ﬁ".upper())
print(0.1 + 0.2, 1e300 * 1e10, -1e-7, 1e21, 123456789012345678, 1.0, 100000000000000000.0, 1.5e-5, float("1e-320"), 2.0 ** 0.5, 10 / 3, 7 / 2, 1e15, 1e16 + 1, 0.00001, 1234.5678e10)
print(10 ** 20, -(10 ** 20) // 7, (10 ** 20) % 7, 2 ** 64 - 1, (2 ** 64) >> 3, -(2 ** 64) >> 3, (2 ** 64) & 0xFFFF, int(1e20), hash(10 ** 20), (10**30).bit_length(), 3 ** 50, divmod(-(10 ** 20), 3), abs(-(2 ** 70)), float(2 ** 70), 2 ** 70 == float(2 ** 70), 2 ** 53 + 1 == float(2 ** 53 + 1), round(12345678901234567890, -5))
