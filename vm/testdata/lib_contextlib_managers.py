# Context managers of contextlib: generators, stacks, decorators.
import contextlib
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
class NoEnter(contextlib.AbstractContextManager):
    def __exit__(self, *a): pass
class Structural:
    def __enter__(self): pass
    def __exit__(self, *a): pass
class NoE:
    def __exit__(self, *a): pass
class NoneEnter(Structural): __enter__ = None
print(issubclass(Structural, contextlib.AbstractContextManager), issubclass(NoE, contextlib.AbstractContextManager), issubclass(NoneEnter, contextlib.AbstractContextManager))
@contextlib.contextmanager
def cm(x):
    "cmdoc"
    try: yield x
    finally: print('exit', x)
with cm(1) as a, cm(2) as b: print(a, b)
@cm(5)
def f(): return 'f'
print(f(), f.__name__, cm.__doc__, cm.__name__)
@contextlib.contextmanager
def two(): yield 1; yield 2
def s():
    with two(): pass
attempt(s)
@contextlib.contextmanager
def none():
    if 0: yield
def s():
    with none(): pass
attempt(s)
@contextlib.contextmanager
def swallow():
    try: yield
    except ValueError: pass
def s():
    with swallow(): raise ValueError
    return 'ok'
attempt(s)
def s():
    with swallow(): raise StopIteration('x')
attempt(s)
@contextlib.contextmanager
def replace():
    try: yield
    except ValueError as e: raise KeyError('new') from e
attempt(lambda: contextlib.ExitStack().__enter__().pop_all().__class__)
with contextlib.ExitStack() as st:
    st.callback(print, 'cb', 1); st.push(lambda *a: print('pushed', a[0])); v = st.enter_context(cm('es')); print(v)
attempt(lambda: contextlib.ExitStack().enter_context(5))
with contextlib.suppress(KeyError, ValueError): raise KeyError
try:
    with contextlib.suppress(ValueError): raise ExceptionGroup('x', [ValueError(1), TypeError(2)])
except* TypeError as e: print(repr(e))
import io
with contextlib.redirect_stdout(io.StringIO()) as o: print('x')
print(o.getvalue())
with contextlib.closing(io.StringIO()) as c: pass
print(c.closed)
with contextlib.nullcontext(3) as n: print(n)
attempt(lambda: contextlib.chdir('/').__class__.__name__)
with contextlib.ExitStack() as st:
    try:
        with contextlib.ExitStack() as inner:
            inner.callback(lambda: 1/0); inner.callback(lambda: [][1])
    except ZeroDivisionError as e: print(repr(e), repr(e.__context__))
