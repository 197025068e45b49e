# Exception groups: construction, split, subgroup, derive, and what except* makes of them.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
eg = ExceptionGroup("m", [ValueError(1), ExceptionGroup("n", [TypeError(2), OSError(3)])])
m, r = eg.split(KeyError)
print(m, r is eg, repr(r))
print(eg.split(TypeError))
print(eg.subgroup(lambda e: isinstance(e, OSError)))
print(repr(eg), eg.exceptions, eg.message, eg.args)
t(lambda: eg.split(3)); t(lambda: eg.subgroup((ValueError, 3))); t(lambda: eg.split([ValueError]))
t(lambda: eg.split()); t(lambda: eg.derive())
t(lambda: ExceptionGroup("x", ValueError(1)))
t(lambda: ExceptionGroup("x", {ValueError(1)}))
t(lambda: ExceptionGroup("x", iter([ValueError(1)])))
t(lambda: ExceptionGroup("x", []))
t(lambda: ExceptionGroup("x"))
t(lambda: ExceptionGroup("x", [1], 3))
t(lambda: ExceptionGroup("x", [ValueError(1), ValueError]))
t(lambda: ExceptionGroup("x", [KeyboardInterrupt()]))
t(lambda: ExceptionGroup(3, [KeyboardInterrupt()]))
class E(BaseExceptionGroup, ValueError): pass
t(lambda: E("x", [KeyboardInterrupt()]))
class E2(ExceptionGroup): pass
t(lambda: E2("x", [KeyboardInterrupt()]))
print(ExceptionGroup.__mro__, BaseExceptionGroup[int], ExceptionGroup.__bases__)
t(lambda: setattr(eg, 'message', 'x')); t(lambda: setattr(eg, 'exceptions', 'x'))
print(repr(BaseExceptionGroup("a", [ValueError(1)])), repr(ExceptionGroup("a", (ValueError(1),))))
class D(ExceptionGroup):
    def derive(self, excs): return 3
t(lambda: D("x", [ValueError(1), TypeError(2)]).split(TypeError))
eg.add_note("hey")
m, r = eg.split(TypeError)
print(m.__notes__, r.__notes__, m.__notes__ is eg.__notes__)
class F(ExceptionGroup):
    def __new__(cls, msg, excs, code):
        o = super().__new__(cls, msg, excs); o.code = code; return o
    def derive(self, excs): return F(self.message, excs, self.code)
try:
    raise F("f", [ValueError(1), TypeError(2), ExceptionGroup("sub", [OSError(1), ValueError(2)])], 7)
except* ValueError as e:
    print(repr(e), e.code)
except* TypeError as e:
    print(repr(e), e.code)
    try: raise KeyError("in")
    except* KeyError as k: print(repr(k))
except* OSError: pass
def run():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise
    except* TypeError as e:
        raise RuntimeError("new") from e
try: run()
except BaseException as e:
    print(repr(e))
def run():
    try:
        raise ExceptionGroup("g", [ValueError(1), ExceptionGroup("k", [TypeError(2), OSError(3)])])
    except* ValueError:
        raise
    except* TypeError as e:
        raise
try: run()
except BaseException as e:
    print(repr(e), e.__context__)
def run():
    try: raise ValueError(5)
    except* ValueError as e: print(repr(e)); raise
try: run()
except BaseException as e: print(repr(e))
def run():
    try: raise ValueError(5)
    except* TypeError as e: print(repr(e)); raise
try: run()
except BaseException as e: print(repr(e))
def run():
    try: raise ValueError(5)
    except* ExceptionGroup as e: print(repr(e)); raise
try: run()
except BaseException as e: print(repr(e))
a = AttributeError("x", name="n", obj=3); print(a.__dict__, a.__reduce__(), a.name)
print(OSError(2, "no", "f").__dict__, OSError(2, "no", "f").__reduce__(), ImportError("m", name="q").__reduce__(), SyntaxError("m", ("f", 1, 2, "t")).__dict__)
t(lambda: ExceptionGroup('a', deque([ValueError(1)])))
t(lambda: repr(ExceptionGroup('a', deque([ValueError(1)]))))
t(lambda: repr(ExceptionGroup('a', UserList([ValueError(1)]))))
l=[ValueError(1)]
e=ExceptionGroup('a', l); l.append(3); print(repr(e), e.args)
class F(ExceptionGroup):
    def __new__(cls, *a):
        return super().__new__(cls, "q", [ValueError(1)])
t(lambda: repr(F()))
t(lambda: repr(F(1,2)))
t(lambda: repr(F(1,[2])))
t(lambda: F(1,[2]).args)
class G(ExceptionGroup):
    def __init__(self, a, b): pass
t(lambda: repr(G(1,2))); t(lambda: repr(G("1",[ValueError(2)])))
