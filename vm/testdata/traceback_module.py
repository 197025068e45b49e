# The functions and classes of traceback.
import traceback
t = traceback.TracebackException(ValueError, ValueError("a"), None)
print(t.stack, t.exc_type_str, list(t.format()), str(t))
e = ValueError("x"); print(traceback.format_exception(e), traceback.format_exception(None), traceback.format_exception_only(e))
e.add_note("n1\nn2"); e.__notes__.append(3)
print(traceback.format_exception(e))
try: traceback.format_exception(3)
except TypeError as x: print(x)
try: traceback.format_exception(e, e)
except ValueError as x: print(x)
def f(n):
    if n: f(n - 1)
    else: raise KeyError("deep")
try: f(10)
except KeyError as e:
    print("".join(traceback.format_exception(e, limit=2)).replace(__file__, "F"))
    print("".join(traceback.format_exception(e, limit=-2)).replace(__file__, "F"))
    print("".join(traceback.format_exception(e)).replace(__file__, "F"))
    tb = traceback.extract_tb(e.__traceback__)
    print(len(tb), tb[0].name, tb[-1].line, tb[-1].lineno, tb[1].colno, tb[1].end_colno, tb[1].end_lineno, tb[0] == tb[0], tuple(tb[-1])[2:])
    print(traceback.format_list([("a.py", 3, "fn", "x = 1"), ("b.py", 4, "gn", None)]))
eg = ExceptionGroup("many", [ValueError(i) for i in range(20)])
print("".join(traceback.format_exception(eg)))
try:
    try: 1/0
    except ZeroDivisionError as z: raise ExceptionGroup("with cause", [ValueError(1)]) from z
except ExceptionGroup as e:
    e.add_note("grp note")
    print(traceback.format_exc().replace(__file__, "F"))
try: compile("x = (1,\ny = 2", "<s>", "exec")
except SyntaxError as e:
    print(traceback.format_exc(limit=0)); print(traceback.format_exception_only(e))
try: eval("1 +* 2")
except SyntaxError as e: print(traceback.format_exc(limit=0))
s = SyntaxError("msg"); print(traceback.format_exception_only(s))
s = SyntaxError("msg", ("f.py", None, None, None)); print(traceback.format_exception_only(s))
s = SyntaxError("msg", ("f.py", 3, 5, "abc def\n")); print(traceback.format_exception_only(s))
s = SyntaxError("msg", ("f.py", 3, None, "abc def\n")); print(traceback.format_exception_only(s))
class E(Exception):
    def __str__(self): raise ValueError
print(traceback.format_exception_only(E()))
class M(Exception): __module__ = "a.b"
print(traceback.format_exception_only(M("multi\nline")))
print(traceback.format_exception_only(M()))
def g():
    return [s.name for s in traceback.extract_stack()], [f.f_code.co_name for f, _ in traceback.walk_stack(None)]
print(g())
print(traceback.format_stack(limit=1)[0].replace(__file__, "F"))
class A: attribute = 1
try: A().atribute
except AttributeError as e: print(traceback.format_exc().replace(__file__, "F"), traceback.format_exception_only(e))
try: prnt
except NameError as e: print(traceback.format_exc().replace(__file__, "F"), traceback.format_exception_only(e))
try: from math import sine
except ImportError as e: print(traceback.format_exc().replace(__file__, "F")[-80:], traceback.format_exception_only(e)[0][:60])
try: traceback.print_last()
except ValueError as e: print(e)
import io
f = io.StringIO(); traceback.print_exception(ValueError("p"), file=f); print(f.getvalue())
x = ValueError("c"); x.__cause__ = x
try: raise x
except ValueError: print(traceback.format_exc().replace(__file__, "F"))
