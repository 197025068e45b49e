# The attributes of the built-in exceptions: what sets them, what they accept, what str and pickle make of them.
import sys, copy, pickle
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def do(s, **k):
    def f(): exec(s, globals(), k)
    attempt(f)
e = ImportError('m', name='n', path='p')
print(e.msg, e.name, e.path, e.args, e.name_from)
do("e.msg='x'; print(e.msg, e)"); do("del e.msg; print(e.msg)"); do("e.name=None; del e.path; print(e.name,e.path)")
attempt(lambda: ImportError('a','b').msg); attempt(lambda: ImportError('a', foo=1)); attempt(lambda: ImportError(name=1).name); attempt(lambda: str(ImportError('a','b')))
attempt(lambda: ImportError('x', name='a').__reduce__()); attempt(lambda: ImportError('x').__reduce__()); attempt(lambda: pickle.loads(pickle.dumps(e)).name); attempt(lambda: copy.copy(e).path); attempt(lambda: repr(e))
do("e.__init__(); print(e.msg, e.name, e.args)")
attempt(lambda: SyntaxError('m', 5)); attempt(lambda: SyntaxError('m', (1,2,3))); attempt(lambda: SyntaxError('m', ('f',1,2,'t')).text); attempt(lambda: SyntaxError('m', ('f',1,2,'t',1,2,3,4,5))); attempt(lambda: SyntaxError('m',('f',1,2,'t',5)))
attempt(lambda: str(SyntaxError('m', ('f',1,2,'t',5,6)))); attempt(lambda: SyntaxError('a','bcdef')); attempt(lambda: SyntaxError().msg); attempt(lambda: SyntaxError('x').print_file_and_line)
attempt(lambda: str(SyntaxError('m', ('/a/b/f.py',1,2,'t'))))
attempt(lambda: SystemExit(1,2).code); attempt(lambda: SystemExit().code); attempt(lambda: StopIteration(1,2).value); attempt(lambda: StopIteration().value)
x = StopIteration(3)
do("x.value = 5; print(x.value, x.args)")
o = OSError(2, 'no', 'f'); print(o.errno, o.strerror, o.filename, o.filename2, o.args, type(o), o)
o = OSError(2, 'no', 'f', None, 'g'); print(o.filename2, o.args, o, o.__reduce__())
attempt(lambda: OSError('a').errno); attempt(lambda: OSError(1,2,3,4,5,6)); attempt(lambda: OSError(2, 'x').args); attempt(lambda: BlockingIOError(11, 'a', 5).characters_written); attempt(lambda: BlockingIOError(11,'a').characters_written); attempt(lambda: OSError(11, 'x', 3)); attempt(lambda: FileNotFoundError().errno)
attempt(lambda: OSError(foo=1)); attempt(lambda: pickle.loads(pickle.dumps(OSError(2,'no','f','','g'))).filename2)
do("o.errno = 7; print(o)"); do("del o.filename; print(o.filename, o)")
b = BaseException(1)
do("b.args = 5"); do("b.args=[1,2]; print(b.args)"); do("b.args='ab'; print(b.args)"); do("del b.args"); do("b.__cause__=5"); do("b.__context__=5"); do("b.__traceback__=5"); do("del b.__traceback__"); do("b.__suppress_context__=5"); do("b.__dict__=5"); do("print(b.with_traceback(None))"); do("b.with_traceback(5)")
do("b.add_note(5)"); do("b.add_note('x'); print(b.__notes__)"); do("b.__notes__=5; b.add_note('y')"); do("b.__notes__=(1,); b.add_note('y')"); do("b.add_note()")
attempt(lambda: Exception(a=1)); attempt(lambda: KeyError(a=1)); attempt(lambda: KeyError('a','b')); attempt(lambda: str(KeyError('a'))); attempt(lambda: str(KeyError('a','b')))
attempt(lambda: b.__reduce__()); b.foo = 1; attempt(lambda: b.__reduce__()); do("b.__setstate__({'z':2}); print(b.z)"); do("b.__setstate__(5)")
attempt(lambda: AttributeError('x', name='n', obj=1).name); attempt(lambda: AttributeError('x', foo=1)); attempt(lambda: NameError('x', name='y').name); attempt(lambda: AttributeError('x', name='n').__reduce__()); attempt(lambda: pickle.loads(pickle.dumps(AttributeError('x', name='n', obj=3))).obj)
class MyE(Exception):
    def __init__(self, a, b): self.a = a
m = MyE(1, 2); print(m.args, repr(m), str(m))
attempt(lambda: pickle.loads(pickle.dumps(m)).a); attempt(lambda: copy.copy(m).args)
class K(Exception):
    def __init__(self, *, k): self.k = k
attempt(lambda: K(k=1).args); attempt(lambda: repr(K(k=1)))
attempt(lambda: ExceptionGroup('x', [])); attempt(lambda: ExceptionGroup('x', [1])); attempt(lambda: ExceptionGroup('x', 5)); attempt(lambda: ExceptionGroup(1, [ValueError()])); attempt(lambda: ExceptionGroup('x', [KeyboardInterrupt()])); attempt(lambda: BaseExceptionGroup('x', [ValueError()])); attempt(lambda: ExceptionGroup('x')); attempt(lambda: ExceptionGroup('x', (ValueError(1),)).args); attempt(lambda: ExceptionGroup('x', [ValueError(1)]).exceptions)
attempt(lambda: MemoryError()); attempt(lambda: UnicodeError('x', 1).args); attempt(lambda: Warning('a').args)
try:
    try: 1/0
    except ZeroDivisionError: raise ValueError from None
except ValueError as v: print(v.__context__, v.__cause__, v.__suppress_context__)
def f():
    try: raise KeyError
    finally: return 5
print(f())
try:
    raise ValueError
except* ValueError as eg: print(repr(eg))
print(sys.exception())
