# Attributes of classes, exceptions and functions written in Go that refuse a value or their deletion; containers that change while they are compared.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
class C: pass
t(lambda: delattr(C, '__name__')); t(lambda: delattr(C, '__qualname__')); t(lambda: setattr(C, '__name__', 3)); t(lambda: setattr(C, '__qualname__', 3))
t(lambda: delattr(C, '__abstractmethods__')); t(lambda: C.__abstractmethods__); t(lambda: delattr(C, '__module__')); t(lambda: delattr(C, '__doc__')); t(lambda: delattr(C, '__bases__'));t(lambda: delattr(C, '__dict__'))
t(lambda: delattr(int, '__name__')); t(lambda: setattr(int, '__name__', 'x'));t(lambda: delattr(C, '__type_params__')); t(lambda: setattr(C, '__bases__', 3)); t(lambda: setattr(C, '__mro__', 3));t(lambda: setattr(C, '__bases__', ())); t(lambda: setattr(C, '__bases__', (int,))); t(lambda: setattr(C, '__name__', 'a\0b'))
class D: pass
class E(D): pass
class F(D): x = 1
class G(E): pass
G.__bases__ = (F,); print(G.x, G.__mro__, G().x)
t(lambda: setattr(D, '__bases__', (G,)))
t(lambda: setattr(D, '__bases__', (3,)))
t(lambda: bytes.fromhex()); t(lambda: bytes.fromhex(3)); t(lambda: bytes.fromhex('a')); t(lambda: bytes.fromhex('zz')); t(lambda: bytes.fromhex('ab c')); t(lambda: bytes.fromhex(' ab CD\n')); t(lambda: bytes.fromhex('a b')); t(lambda: float.fromhex()); t(lambda: float.fromhex(3)); t(lambda: bytes.fromhex(b'ab')); t(lambda: bytearray.fromhex('abé'))
p = property()
t(lambda: p.__set_name__()); t(lambda: p.__set_name__(1)); t(lambda: p.__set_name__(1, 2)); t(lambda: p.__set_name__(1,2,3))
A = type('A', (), {}); A.__call__ = A()
try: A()()
except RecursionError: print('RE')
l = [1,2,3,4]
class It:
    def __iter__(self): l.clear(); return iter([1,2])
t(lambda: l.__setitem__(slice(None,None,2), It())); print(l)
class Ev:
    def __init__(self, h): self.h = h
    def __hash__(self): return self.h
    def __eq__(self, o): s.clear(); return False
s = {Ev(1)}
t(lambda: len(s & {Ev(1), 2})); s = {Ev(1)}
t(lambda: s.add(Ev(1))); print(len(s)); s={Ev(1)}
t(lambda: s.discard(Ev(1))); 
t(lambda: setattr(Exception(), 'args', 3)); t(lambda: delattr(Exception(), 'args')); t(lambda: delattr(Exception(), '__cause__')); t(lambda: delattr(Exception(), '__context__')); t(lambda: delattr(Exception(), '__traceback__')); t(lambda: delattr(Exception(), '__suppress_context__')); t(lambda: setattr(Exception(), '__traceback__', 3)); t(lambda: setattr(Exception(), '__context__', 3)); t(lambda: setattr(Exception(), '__suppress_context__', 3)); t(lambda: setattr(Exception(), '__cause__', 3)); t(lambda: Exception(x=1)); t(lambda: delattr(Exception(), '__dict__'))
