# What may be raised and thrown, tracebacks made by hand, groups with a split of their own, generators' attributes.
import sys, types
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
class Bad(Exception):
    def __new__(cls, *a): return 5
def r(): raise Bad
attempt(r)
def r(): raise Bad()
attempt(r)
def r(): raise ValueError from Bad
attempt(r)
def r(): raise ValueError from 5
attempt(r)
def r(): raise 5
attempt(r)
def r(): raise int
attempt(r)
def r(): raise ValueError from int
attempt(r)
def g():
    yield 1
def t(): x=g(); next(x); x.throw(Bad)
attempt(t)
def t(): x=g(); next(x); x.throw(int)
attempt(t)
def t(): x=g(); next(x); x.throw(5)
attempt(t)
def t(): x=g(); next(x); x.throw(ValueError(1), 5)
attempt(t)
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    def t(): x=g(); next(x); x.throw(ValueError, 5, None)
    attempt(t)
    print([str(x.message) for x in w])
TB = types.TracebackType
def mk():
    try: 1/0
    except Exception as e: return e.__traceback__
tb = mk()
t2 = TB(None, tb.tb_frame, 2, 2)
print(t2.tb_next, t2.tb_frame is tb.tb_frame, t2.tb_lasti, t2.tb_lineno)
t3 = TB(tb_next=t2, tb_frame=tb.tb_frame, tb_lasti=1, tb_lineno=2)
print(t3.tb_next is t2)
attempt(lambda: TB(5, tb.tb_frame, 1, 2)); attempt(lambda: TB(None, 5, 1, 2)); attempt(lambda: TB(None, tb.tb_frame, "x", 2)); attempt(lambda: TB())
t3.tb_next = None; print(t3.tb_next)
def s(): t3.tb_next = 5
attempt(s)
def s(): del t3.tb_next
attempt(s)
def s(): t3.tb_next = t3
attempt(s)
def s(): t2.tb_next = t3; t3.tb_next = t2
attempt(s)
def s(): t3.tb_lineno = 5
attempt(s)
class EG(ExceptionGroup):
    def split(self, m): return 5
    def derive(self, e): return EG(self.message, e)
def s():
    try: raise EG('x', [ValueError(1)])
    except* ValueError: pass
attempt(s)
class EG(ExceptionGroup):
    def split(self, m): return (1,)
attempt(s)
class EG(ExceptionGroup):
    def split(self, m): return (None, self)
attempt(s)
class CM:
    def __enter__(self): return 1
def s():
    with CM(): pass
attempt(s)
class CM:
    def __exit__(self,*a): return 1
attempt(s)
class CM:
    def __aenter__(self): return 1
    def __aexit__(self): return 1
attempt(s)
def s():
    with 5 as x: pass
attempt(s)
g1 = g()
for n in ('__name__','__qualname__'):
    def s(): setattr(g1, n, 5)
    attempt(s)
    def s(): delattr(g1, n)
    attempt(s)
    setattr(g1, n, 'new'); print(getattr(g1, n))
print(g1.gi_running, g1.gi_frame is None, g1.gi_code.co_name, g1.gi_yieldfrom, g1.gi_suspended)
next(g1); print(g1.gi_suspended); g1.close(); print(g1.gi_frame, g1.gi_suspended)
def gl():
    a = 1
    yield
fr = None
def gg():
    x = yield 1
gx = gg(); next(gx)
fl = gx.gi_frame.f_locals
print(fl)
def deleg():
    yield from inner
class It:
    def __iter__(self): return self
    def __next__(self): return 1
    def throw(self, *a):
        print([f for f in (sys._getframe().f_code.co_name, sys._getframe().f_back.f_code.co_name)])
        raise StopIteration(5)
inner = It()
def deleg():
    r = yield from inner
    print('r', r)
d = deleg(); next(d)
attempt(lambda: d.throw(ValueError(1)))
def two():
    for k in (1,): 
        g2 = (i for i in lst)
    return g2
lst=[1,2]
