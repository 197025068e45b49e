# The marks under source lines in tracebacks.
import traceback
def f(*a): return 1/0
def g():
    return f(1)
def h():
    x = f(1)
    return x
def i():
    f(
      1,
      2)
def j():
    x = [f(1,
      2), 3,
      4]
def k():
    y = {"a": 1}["b"] + (
        3)
def l():
    return (1 +
            f(2))
def m():
    return (1
            + "a"
            )
def n():
    f(1)[0](3)
def o():
    v = "héllo wörld"; z = v + 1
def p():
    assert f(3) == 1, "x"
def q():
    raise ValueError("a"
       "b")
def r():
    return f.x.y
def s():
    d = {}
    d["k"]["j"] = 1
def v():
    return (lambda: f(
        1))()
def w():
    x = 1 +  f(
        1
    ) * 3 ** "a"
def x():
    return f"{1/0} abc"
def y():
    f(1,
      2,
      3,
      4,
      5, 1/0, 4,
      5)
def z():
    a = b = f ( 1 )
class A:
    def __getitem__(self, k): raise KeyError(k)
    def __add__(self, k): raise KeyError(k)
    def m(self): raise TypeError
def aa():
    A()[1:2, ...]
def bb():
    c = A(); c.q = c + 1
def cc():
    return A().m()
def dd():
    c = A()
    c += 1
def ee():
    x = 5 if f() else 3
def ff():
    1 < 2 < "a"
def gg():
    -"a"
def hh():
    print("a",
        *f())
def ii():
    return f(1).x
def jj():
    import nonexistent_mod
def kk():
    del A().x
def nn():
    return not f()
def oo():
    f() if True else 0
def pp():
    yield f()
for fn in (g, h, i, j, k, l, m, n, o, p, q, r, s, v, w, x, y, z, aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, nn, oo, lambda: list(pp()), lambda: f(
  2)):
    try: fn()
    except Exception: print(traceback.format_exc().replace(__file__, "F"))
