# The reductions that copy and pickle use: __reduce_ex__, __getstate__, __getnewargs__, __setstate__ and __length_hint__.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
def adv(it, n):
    for _ in range(n): next(it, None)
    return it
for mk in [lambda: iter([1,2,3]), lambda: iter((1,2,3)), lambda: iter("aéc"), lambda: iter(b"abc"), lambda: iter(bytearray(b"abc")), lambda: iter(range(5)), lambda: iter(range(10**20,10**20+5)), lambda: reversed(range(5)),
    lambda: reversed([1,2,3]), lambda: iter({1:2,3:4,5:6}), lambda: iter({1:2,3:4}.values()), lambda: iter({1:2,3:4}.items()), lambda: reversed({1:2,3:4}), lambda: iter({1}), lambda: iter(frozenset({1})),
    lambda: enumerate([1,2,3], 5), lambda: reversed((1,2,3)), lambda: map(abs, [1,2]), lambda: zip([1,2],[3,4]), lambda: zip([1,2],[3,4], strict=True), lambda: filter(None, [1,2]),
    lambda: slice(1,2,3), lambda: range(3), lambda: bytearray(b"ab"), lambda: {1}, lambda: frozenset({1}), lambda: 3, lambda: 3.5, lambda: "s", lambda: 1j, lambda: (1,2), lambda: None, lambda: ..., lambda: NotImplemented, lambda: [1], lambda: {1:2}, lambda: property(), lambda: (x for x in []), lambda: len, lambda: [].append, lambda: (lambda:0), lambda: int, lambda: list[int], lambda: int|str, lambda: ValueError(1,2), lambda: OSError(2,'n','f'), lambda: super(), lambda: type(__builtins__)]:
  for n in (0, 1, 9):
    try: o = mk()
    except BaseException as e: print(e); break
    if n and not hasattr(o, '__next__'): break
    if n: adv(o, n)
    if n < 9 and hasattr(o, '__length_hint__'): print('hint', o.__length_hint__())
    for p in (4, 2, 0):
        try: r = o.__reduce_ex__(p)
        except BaseException as e: print(p, type(e).__name__, e); continue
        def show(x):
            s = repr(x)
            if ' at 0x' in s: s = s[:s.index(' at 0x')]
            return s
        print(p, [show(x) for x in r] if isinstance(r, tuple) else r)
        if p == 4 and hasattr(o, '__next__'):
            f, a, *rest = r
            q = f(*a)
            if rest and rest[0] is not None: q.__setstate__(rest[0])
            print(list(q), [*o]); break
class A:
    def __init__(self): self.x = 1
class S:
    __slots__ = ('a', 'b')
class SD(S): pass
class L(list): pass
class D(dict): pass
class I(int): pass
class N:
    def __getnewargs_ex__(self): return (1,), {'k': 2}
class M:
    def __getnewargs__(self): return [1]
class GS:
    def __getstate__(self): return 5
s = S(); s.a = 1; sd = SD(); sd.b = 2; sd.z = 3
l = L([1]); l.q = 2
for o in [A(), s, S(), sd, l, D({1:2}), I(5), N(), M(), GS(), object(), type('T', (tuple,), {})((1,2)), type('F', (frozenset,), {})({1}), type('E', (Exception,), {})(1, 2)]:
    for p in (0, 2, 4):
        try: r = o.__reduce_ex__(p); print(type(o).__name__, p, [show(x) for x in r])
        except BaseException as e: print(p, type(e).__name__, e)
    t(lambda: o.__getstate__())
    t(lambda: len(o.__reduce__()))
import copyreg
print(A().__reduce_ex__(2)[0] is copyreg.__newobj__, A().__reduce__()[0] is copyreg._reconstructor)
t(lambda: (5).__getnewargs__()); t(lambda: "x".__getnewargs__()); t(lambda: (1,).__getnewargs__()); t(lambda: 1.5.__getnewargs__()); t(lambda: 1j.__getnewargs__()); t(lambda: b"".__getnewargs__()); t(lambda: True.__getnewargs__())
