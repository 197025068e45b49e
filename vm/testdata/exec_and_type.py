# eval, exec, compile, __import__, sum and type: their arguments.
import sys
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def run(s, **k):
    def f(): exec(s, globals(), k)
    attempt(f)
# builtins
class Map:
    def __init__(self, **k): self.d = k
    def __getitem__(self, k): return self.d[k]
    def keys(self): return self.d.keys()
attempt(lambda: eval('x', {}, Map(x=3))); attempt(lambda: eval('x', {'x': 1}, Map())); attempt(lambda: eval('x', Map(x=1))); attempt(lambda: eval('x', 5)); attempt(lambda: eval('x', {}, 5)); attempt(lambda: exec('x=1', 5)); attempt(lambda: eval(5)); attempt(lambda: eval('1', closure=())); attempt(lambda: exec('1', {}, 5)); attempt(lambda: eval(b'1+1')); attempt(lambda: eval(' \t1')); attempt(lambda: eval('')); attempt(lambda: exec(''))
class BadMap(dict):
    def __getitem__(self, k): raise ZeroDivisionError
attempt(lambda: eval('zz', BadMap())); attempt(lambda: eval('zz', {}, BadMap())); attempt(lambda: eval('dir()', {}, Map(a=1))); attempt(lambda: eval('locals()', {}, Map(a=1)).keys()); attempt(lambda: eval('globals()', {'__builtins__': {'globals': globals}}).keys())
attempt(lambda: eval('len([])', {'__builtins__': {}})); attempt(lambda: eval('foo', {'__builtins__': {'foo': 3}})); run("exec('import sys', {'__builtins__': {}})"); run("exec('class A: pass', {'__builtins__': {}})"); run("exec('x.y = 1', {'__builtins__': {}, 'x': 1})")
attempt(lambda: compile('1', 'f', 'bad')); attempt(lambda: compile('1\0', 'f', 'eval')); attempt(lambda: compile(5, 'f', 'eval')); attempt(lambda: compile('1', 'f')); attempt(lambda: compile('1', 'f', 'eval', 1<<30)); attempt(lambda: compile('1', 5, 'eval')); attempt(lambda: compile('1', 'f', 'eval', dont_inherit=True).co_name); attempt(lambda: compile(b'\xef\xbb\xbf1', 'f', 'eval') is None); attempt(lambda: eval(compile('x:=1', 'f', 'eval'))); attempt(lambda: compile('1', b'f', 'eval').co_filename); attempt(lambda: eval(compile('assert 0', 'f', 'exec', optimize=1))); attempt(lambda: eval(compile('__debug__', 'f', 'eval', optimize=2)))
attempt(lambda: __import__('')); attempt(lambda: __import__(5)); attempt(lambda: __import__('sys', level=-1)); attempt(lambda: __import__('os.path').__name__); attempt(lambda: __import__('os.path', fromlist=['join']).__name__); attempt(lambda: __import__('nope_x')); attempt(lambda: __import__())
attempt(lambda: sum(['a'], 'b')); attempt(lambda: sum([b'a'], b'')); attempt(lambda: sum([bytearray()], bytearray())); attempt(lambda: sum([[1], [2]], [])); attempt(lambda: sum([0.1]*10)); attempt(lambda: sum([1e100, 1, -1e100])); attempt(lambda: sum([1.0, 2, 3j])); attempt(lambda: sum([0.1, 0.2, 0.3])); attempt(lambda: sum([1e308, 1e308, -1e308])); attempt(lambda: sum([float('inf'), 1.0])); attempt(lambda: sum([0.1j]*10)); attempt(lambda: sum(5)); attempt(lambda: sum()); attempt(lambda: sum([1], start=5)); attempt(lambda: sum([-0.0], -0.0)); attempt(lambda: sum([True, 2]))
attempt(lambda: type('A\0', (), {})); attempt(lambda: type('A', (), {'__qualname__': 5})); attempt(lambda: type('A', (), {'__qualname__': 'q'}).__qualname__); attempt(lambda: type(1,2,3)); attempt(lambda: type()); attempt(lambda: type('A', [], {})); attempt(lambda: type('A', (), [])); attempt(lambda: type('A', (int, str), {})); attempt(lambda: type('A', (bool,), {})); attempt(lambda: type('A', (), {}, x=1)); attempt(lambda: type('A', (object, object), {})); attempt(lambda: type('A', (), {'__slots__': 5})); attempt(lambda: type('A', (), {'__doc__': 'd'}).__doc__); attempt(lambda: '__firstlineno__' in type('A', (), {'__firstlineno__': 42}).__dict__); attempt(lambda: type('A', (), {'__firstlineno__': 42}).__firstlineno__)
class T: pass
run("T.__name__ = 'x\\0'"); run("T.__name__ = 5"); run("T.__name__ = 'Y'; print(T)"); run("T.__qualname__ = 5"); run("del T.__name__"); run("T.__module__ = 5; print(T.__module__)"); run("T.__doc__ = 'new'; print(T.__doc__)"); run("del T.__doc__"); run("int.foo = 1"); run("T.__bases__ = ()"); run("T.__bases__ = 5"); run("T.__bases__ = (int,)"); run("T.__bases__ = (T,)"); run("T.__dict__ = {}"); run("T.__mro__ = 5"); run("T.__class__ = 5"); run("T().__class__ = int"); run("T().__class__ = 5"); run("del T().__class__")
