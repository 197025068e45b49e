# exceptions & tracebacks
import traceback, sys
def f(): return 1 / 0
def g():
    try:
        f()
    except ZeroDivisionError as e:
        raise ValueError("bad") from e
try:
    g()
except ValueError:
    print(traceback.format_exc())
try:
    try:
        {}["a"]
    except KeyError:
        [][3]
except IndexError:
    traceback.print_exc(file=sys.stdout)
def h(n):
    if n == 0: raise RuntimeError("deep")
    h(n - 1)
try: h(5)
except RuntimeError as e: traceback.print_exc(file=sys.stdout)
try:
    x = [1, 2, 3]
    y = x[10] + foo(x)["a"]
except IndexError: traceback.print_exc(file=sys.stdout)
try:
    print(abs("a") * 3)
except TypeError: traceback.print_exc(file=sys.stdout)
try:
    (1).foo.bar(
        2,
        3)
except AttributeError: traceback.print_exc(file=sys.stdout)
class A:
    def __getattr__(self, n): raise AttributeError(n)
try: A().zz
except AttributeError as e: print(repr(e))
try:
    exec("x = = 2")
except SyntaxError as e: print(e, e.lineno, e.offset, e.text); traceback.print_exc(file=sys.stdout)
e = ValueError("x"); e.add_note("note1"); e.add_note("note2")
try: raise e
except ValueError: traceback.print_exc(file=sys.stdout)
try:
    raise ExceptionGroup("eg", [ValueError(1), TypeError("t")])
except* ValueError as eg:
    print("caught", eg.exceptions)
except* TypeError as eg:
    print("caught2", eg.exceptions)
def gen():
    try:
        yield 1
        yield 2
    finally:
        print("fin")
it = gen(); next(it); it.close()
it = gen(); next(it)
try: it.throw(ValueError("v"))
except ValueError as e: print("thrown", e)
def rec(): return rec()
try: rec()
except RecursionError as e: print(e)
def r2(x): return repr(x)
l = []; 
try: raise "x"
except TypeError as e: print(e)
try: raise
except RuntimeError as e: print(e)
try:
    try: raise KeyError("k")
    finally: print("cleanup")
except KeyError as e: print(e, e.args, repr(e))
try: assert 1 == 2, "msg"
except AssertionError as e: print(e)
try: int("x")
except ValueError as e: print(e)
try: None.foo
except AttributeError as e: print(e, e.name, e.obj)
try: import nope
except ImportError as e: print(e, e.name, type(e).__name__)
try: from math import nope
except ImportError as e: print(str(e)[:40])
class Ctx:
    def __enter__(self): print("enter"); return self
    def __exit__(self, *a): print("exit", a[0]); return True
with Ctx() as c: raise ValueError("in with")
print(sys.exc_info())
def k():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print(i)
        finally: print("f", i)
k()
def ret():
    try: return "try"
    finally: print("finally")
print(ret())
try:
    a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, *b = ()
except ValueError as e: print(e)
print(StopIteration(3).value, SystemExit(4).code, OSError(2, "No such", "f"), KeyError("a"))
try: open("/nonexistent/x")
except FileNotFoundError as e: print(e, e.errno, e.filename)
