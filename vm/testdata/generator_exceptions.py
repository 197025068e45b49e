# The exception that a generator handles is its own, also when it was thrown into it; tracebacks name each frame once.
import sys
import traceback


def keeps():
    try:
        print("before", sys.exception())
        yield
    except ValueError as e:
        print("inside", repr(sys.exception()), e.__context__)
        yield
        print("later", repr(sys.exception()))
        yield
        raise


g = keeps()
next(g)
try:
    raise ValueError("v")
except ValueError as e:
    g.throw(e)
    print("outside", repr(sys.exception()))
next(g)
print("after", sys.exception())
try:
    next(g)
except ValueError as e:
    print("raised again", e)


def handles():
    try:
        1 / 0
    except ZeroDivisionError:
        yield sys.exception()
        yield sys.exception()
    yield sys.exception()


try:
    raise KeyError("k")
except KeyError:
    print([repr(e) for e in handles()])
g = handles()
print(repr(next(g)), sys.exception())
try:
    raise KeyError("k")
except KeyError:
    print(repr(next(g)), repr(next(g)), repr(sys.exception()))


def inner():
    try: yield
    finally: raise RuntimeError


def outer(): yield from inner()


for method, *args in (("throw", ValueError), ("close",), ("send", None)):
    g = outer()
    next(g)
    try:
        getattr(g, method)(*args)
    except RuntimeError as e:
        print(method, [f.name for f in traceback.extract_tb(e.__traceback__)])

e = ValueError(1)
for name in ("args", "__cause__", "__context__", "__traceback__"):
    try: delattr(e, name)
    except TypeError as x: print(x)


class Loop: pass


Loop.__call__ = Loop()
try: Loop()()
except RecursionError: print("RecursionError")
for call in (eval, exec):
    try: call((lambda x: lambda: x)(1).__code__)
    except TypeError as x: print(x)
