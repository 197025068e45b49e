# What CPython says of classes whose special methods are missing, or give what they must not.
import warnings

warnings.simplefilter("ignore")

def t(f):
    try: return f()
    except Exception as e: return type(e).__name__, str(e)
class A: pass
class B:
    def __setitem__(self, k, v): pass
class C:
    def __delitem__(self, k): pass
class D(list):
    __delitem__ = None
class E(dict): pass
def d(x): del x[0]
def s(x): x[0] = 1
for c in (A, B, C, D, lambda: 'a', lambda: (1,), lambda: 1, lambda: None, lambda: {1}, lambda: b'a', lambda: range(3), lambda: frozenset(), lambda: iter([])):
    x = c(); print(type(x).__name__, t(lambda: d(x)), t(lambda: s(x)), t(lambda: x[0]))
class I:
    def __index__(self): return None
class J(list):
    def __index__(self): return 'a'
class K:
    def __index__(self): raise ValueError('k')
class L(int): pass
class M:
    def __index__(self): return L(2)
for c in (I, J, K, L, M, list, lambda: 1.5, lambda: 's', lambda: None):
    x = c()
    for o in ([1], 'a', (1,), b'a', bytearray(b'a'), __import__('collections').deque([1])):
        print(type(x).__name__, type(o).__name__, t(lambda: o * x), t(lambda: x * o))
class S:
    def __str__(self): return 1
class R:
    def __repr__(self): return 1
print(t(lambda: str(S())), t(lambda: str(R())), t(lambda: repr(R())), t(lambda: f'{S()}'), t(lambda: '%s' % S()), t(lambda: '%r' % R()), t(lambda: format(R())), t(lambda: print(R())))
class S2:
    def __str__(self): return None
    def __repr__(self): return 2
    def __format__(self, s): return 3
    def __bytes__(self): return 4
    def __hash__(self): return 'a'
    def __len__(self): return -1
    def __bool__(self): return 2
    def __int__(self): return 'x'
    def __float__(self): return 'x'
    def __complex__(self): return 'x'
    def __index__(self): return 1.5
    def __contains__(self, x): return []
    def __iter__(self): return 5
    def __next__(self): return 5
    def __dir__(self): return 5
    def __round__(self, n=None): return 'r'
    def __length_hint__(self): return 'a'
    def __reversed__(self): return 7
    def __getnewargs__(self): return 3
    def __enter__(self): return 1
    def __sizeof__(self): return 'a'
    def __fspath__(self): return 1
    def __instancecheck__(self, o): return 1
import operator, os, sys
x = S2()
for n, f in (('str',str),('repr',repr),('format',format),('bytes',bytes),('hash',hash),('len',len),('bool',bool),('int',int),('float',float),('complex',complex),('index',operator.index),('in',lambda x: 1 in x),('iter',iter),('next',next),('dir',dir),('round',round),('hint',operator.length_hint),('reversed',reversed),('with',lambda x: exec('with x: pass',{'x':x})),('fspath',os.fspath),('list',list),('tuple',tuple),('bin',bin),('chr',chr),('range',range),('slice',lambda x: [1,2][x:]),('sum',sum),('await',lambda x: x.__await__()),('call',lambda x: x()),('isinstance',lambda x: isinstance(1,x)),('abs',abs),('divmod',lambda x: divmod(x,1)),('pow',lambda x: pow(x,2,3)),('setattr',lambda x: setattr(x,1,2)),('getattr',lambda x: getattr(x,1)),('sorted',sorted),('join',lambda x: ''.join(x)),('join2',lambda x: ''.join([x])),('star',lambda x: [*x]),('dstar',lambda x: {**x}),('unpack',lambda x: exec('a,b=x',{'x':x})),('dict',dict),('set',set),('zip',lambda x: list(zip(x))),('map',lambda x: list(map(str,x))),('enumerate',lambda x: list(enumerate(x))),('min',min),('any',any),('not',lambda x: not x),('if',lambda x: 1 if x else 2)):
    print(n, t(lambda: f(x)))


class Six(set):
    def __iter__(self):
        return iter((6,))


import copy, collections
print(copy.copy(Six([1, 2])), Six([1]).__reduce__())


class Queue(collections.deque):
    pass


print(t(lambda: Queue([1]) + 1), t(lambda: Queue([1]) * [0]), t(lambda: 1.5 * Queue([1])), getattr(collections.defaultdict, "__slots__", None))
