# Operators that a class sets to None, pow with a modulus, and __get__ called by hand.
import decimal
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
class A:
    __add__ = None
    __radd__ = None
    __iadd__ = None
    __lt__ = None
    __eq__ = None
    __contains__ = None
    __neg__ = None
    __len__ = None
    __bool__ = None
    __getitem__ = None
    __setitem__ = None
    __delitem__ = None
    __call__ = None
    __index__ = None
    __int__ = None
    __float__ = None
    __abs__ = None
    __reversed__ = None
    __enter__ = None
    __format__ = None
    __repr__ = None
    __str__=None
    __round__=None
    __divmod__=None
    __rdivmod__=None
    __pow__=None
    __hash__=None
    __get__=None
class B:
    def __radd__(s,o): return 'B.radd'
    def __add__(s,o): return 'B.add'
    def __gt__(s,o): return 'gt'
    def __eq__(s,o): return 'eq'
a=A(); b=B()
attempt(lambda: a+b)
attempt(lambda: a+1)
attempt(lambda: b+a)
attempt(lambda: 1+a)
def f(x):
    x+=b; return x
attempt(lambda: f(a))
class C:
    __iadd__=None
    def __add__(s,o): return 'C.add'
attempt(lambda: f(C()))
attempt(lambda: a<b)
attempt(lambda: a==b)
attempt(lambda: a==1)
attempt(lambda: 1 in a)
attempt(lambda: -a)
attempt(lambda: len(a))
attempt(lambda: bool(a))
attempt(lambda: a[0])
def s(): a[0]=1
attempt(s)
def s(): del a[0]
attempt(s)
attempt(lambda: a())
attempt(lambda: a.__index__)
attempt(lambda: [1][a])
attempt(lambda: int(a))
attempt(lambda: float(a))
attempt(lambda: abs(a))
attempt(lambda: reversed(a))
attempt(lambda: format(a))
attempt(lambda: repr(a))
attempt(lambda: str(a))
attempt(lambda: round(a))
attempt(lambda: divmod(a,1))
attempt(lambda: divmod(1,a))
attempt(lambda: pow(a,1))
attempt(lambda: pow(a,1,2))
attempt(lambda: hash(a))
def s():
    with a: pass
attempt(s)
class P:
    def __pow__(s,o,m=None): return ('pow',o,m)
    def __rpow__(s,o,m=None): return ('rpow',o,m)
attempt(lambda: pow(P(),2,3))
attempt(lambda: pow(2,P(),3))
attempt(lambda: pow(2,3,P()))
attempt(lambda: pow(2,P()))
attempt(lambda: 2**P())
class P2:
    def __pow__(s,o): return ('pow',o)
    def __rpow__(s,o): return ('rpow',o)
attempt(lambda: pow(P2(),2,3))
attempt(lambda: pow(2,P2(),3))
attempt(lambda: pow(2.0,3,3))
attempt(lambda: pow(2,3.0,3))
attempt(lambda: pow('a',3,3))
attempt(lambda: pow(2,3,'a'))
attempt(lambda: pow(object(),3,'a'))
attempt(lambda: pow(2+1j,3,4))
attempt(lambda: (2).__pow__())
attempt(lambda: (2).__pow__(3,5))
attempt(lambda: (2).__rpow__(3,5))
attempt(lambda: (2).__pow__(3,5,6))
attempt(lambda: (2.0).__pow__(3,5))
attempt(lambda: pow(decimal.Decimal(3),2,5))
attempt(lambda: pow(3,decimal.Decimal(2),5))
class Prop:
    x=property(lambda s:1)
attempt(lambda: Prop.x.__get__(None))
attempt(lambda: Prop.x.__get__(None,None))
attempt(lambda: Prop.x.__get__())
attempt(lambda: (lambda:1).__get__(None))
attempt(lambda: str.join.__get__(None))
attempt(lambda: str.join.__get__(42))
attempt(lambda: Prop.__dict__['x'].__get__(1,2,3))
