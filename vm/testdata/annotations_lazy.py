# __annotations__ and __annotate__ of modules, classes and functions; variables whose statements do not run.
import types
if 1:
    a: int
else:
    b: int
for i in []:
    c: int
else:
    d: int
class C:
    if 0: x: int
    else: y: str
    z: float
    try:
        u: int
        1/0
        v: int
    except ZeroDivisionError:
        w: int
    while False: q: int
print(__annotations__ if 0 else __annotate__(1), __conditional_annotations__)
print(C.__annotations__, C.__annotate__.__qualname__)
class format: pass
def f(x: format, y: "format"): pass
print(f.__annotations__, f.__annotate__.__qualname__, __annotate__.__qualname__)
import inspect
print(inspect.signature(f.__annotate__))
def f(): pass
m = types.ModuleType("m")
class X: pass
for o in (f, m, X):
    print(o.__annotations__, o.__annotate__)
    for bad in (42, "x"):
        try: o.__annotate__ = bad
        except TypeError as e: print(e)
    o.__annotate__ = lambda: 42
    try: o.__annotations__
    except TypeError as e: print(e)
    o.__annotate__ = lambda x: 42
    try: o.__annotations__
    except TypeError as e: print(e)
    o.__annotate__ = lambda x: {"x": x}
    print(o.__annotations__)
    o.__annotate__ = None
    print(o.__annotations__)
    o.__annotate__ = lambda x: {"y": x}
    print(o.__annotations__)
    o.__annotations__ = {"z": 1}
    print(o.__annotate__, o.__annotations__)
    try:
        o.__annotations__ = 5
        print(o.__annotations__)
    except TypeError as e: print(e)
    try:
        del o.__annotations__
        print(o.__annotations__, o.__annotate__)
    except Exception as e: print(type(e), e)
    try:
        del o.__annotate__
        print(o.__annotations__, o.__annotate__)
    except Exception as e: print(type(e), e)
class X:
    a: int
    def __annotate__(format): return {"a": str}
print(X.__annotations__, X.__annotate__(1))
class X:
    __annotations__ = {"k": int}
print(X.__annotations__, X.__annotate__)
class Y(X): pass
print(Y.__annotations__, Y.__annotate__)
for t in (int, object, type):
    try: print(t.__annotations__)
    except Exception as e: print(type(e), e)
    try: print(t.__annotate__)
    except Exception as e: print(type(e), e)
    try: t.__annotations__ = {}
    except Exception as e: print(type(e), e)
    try: t.__annotate__ = None
    except Exception as e: print(type(e), e)
class M(type):
    a: int
class N(metaclass=M):
    b: str
print(M.__annotations__, N.__annotations__)
