# Namespaces, mapping proxies, cells, modules, unions and functions made by hand.
import sys, types, copy, pickle, collections
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def run(s, **k):
    def f(): exec(s, globals(), k)
    attempt(f)
NS = types.SimpleNamespace
n = NS(a=1, b=2)
attempt(lambda: copy.replace(n, a=5)); attempt(lambda: copy.copy(n)); attempt(lambda: copy.deepcopy(n)); attempt(lambda: pickle.loads(pickle.dumps(n)) == n); attempt(lambda: NS({'x': 1}, y=2)); attempt(lambda: NS([('x', 1)])); attempt(lambda: NS(1)); attempt(lambda: NS({1: 2})); attempt(lambda: NS({}, {})); attempt(lambda: n == NS(b=2, a=1)); attempt(lambda: n.__reduce__()); attempt(lambda: n < n); attempt(lambda: vars(n)); attempt(lambda: n != 1); attempt(lambda: hash(n))
class Sub(NS): pass
attempt(lambda: Sub(x=1)); attempt(lambda: copy.replace(Sub(x=1), x=2)); run("n.c = 3; del n.a; print(n)"); run("del n.zzz")
MP = types.MappingProxyType
m = MP({'a': 1, 'b': 2})
attempt(lambda: list(reversed(m))); attempt(lambda: m | {'c': 3}); attempt(lambda: {'c': 3} | m); attempt(lambda: m == {'a': 1, 'b': 2}); attempt(lambda: hash(m)); attempt(lambda: MP(5)); attempt(lambda: MP([1])); attempt(lambda: m.copy()); attempt(lambda: 'a' in m); attempt(lambda: len(m)); attempt(lambda: m['z']); run("m['a']=1"); attempt(lambda: m.get('z', 3)); attempt(lambda: repr(m)); attempt(lambda: str(m)); attempt(lambda: MP[int, str]); attempt(lambda: m.keys()); attempt(lambda: m | m)
run("global m; m |= {'q': 1}")
class Miss(dict):
    def __missing__(self, k): return k
attempt(lambda: MP(Miss())[3])
attempt(lambda: types.new_class('X', (int,), {}, lambda ns: ns.update(y=1)).y); attempt(lambda: types.prepare_class('X', (), {})); attempt(lambda: types.resolve_bases((list[int],)))
attempt(lambda: types.get_original_bases(type('Z', (), {}))); attempt(lambda: types.FunctionType((lambda: 1).__code__, {}, 5)); attempt(lambda: types.FunctionType((lambda: 1).__code__, {}, None, 5)); attempt(lambda: types.FunctionType((lambda a: a).__code__, {}, 'nm', (3,))()); attempt(lambda: types.MethodType(len, [1,2])()); attempt(lambda: types.MethodType(5, 1)); attempt(lambda: types.CellType(3).cell_contents); attempt(lambda: types.CellType().cell_contents); attempt(lambda: types.ModuleType('a', 'doc').__doc__); attempt(lambda: types.ModuleType()); attempt(lambda: types.ModuleType(5))
attempt(lambda: types.CellType(3) == types.CellType(3)); attempt(lambda: types.CellType(3) < types.CellType(4)); attempt(lambda: types.CellType() < types.CellType(4)); attempt(lambda: types.CellType(3) == 3); attempt(lambda: hash(types.CellType(3)))
U = int | str
attempt(lambda: copy.copy(U)); attempt(lambda: pickle.loads(pickle.dumps(U)) == U); attempt(lambda: U == (str | int)); attempt(lambda: U.__args__); attempt(lambda: hash(U) == hash(str | int)); attempt(lambda: isinstance(1, U)); attempt(lambda: issubclass(int, U)); attempt(lambda: isinstance(1, int | list[int])); attempt(lambda: isinstance('a', int | list[int])); attempt(lambda: U.__parameters__); attempt(lambda: U | None); attempt(lambda: int | 5); attempt(lambda: U()); attempt(lambda: type(U)); attempt(lambda: U.__origin__)
import typing
T = typing.TypeVar('T'); S = typing.TypeVar('S')
attempt(lambda: (int | T)[str]); attempt(lambda: (int | T | bytes)[str]); attempt(lambda: (float | list[T])[int]); attempt(lambda: (list[T] | dict[S, T])[int, str]); attempt(lambda: (int | T)[int, str]); attempt(lambda: (int|T).__parameters__); attempt(lambda: (T | S)[int, int])
mod = types.ModuleType('mm')
attempt(lambda: repr(mod)); mod.__file__ = '/x.py'; attempt(lambda: repr(mod)); attempt(lambda: dir(mod)); attempt(lambda: mod.zz); attempt(lambda: sys); attempt(lambda: dir(types.ModuleType('q', 'd')))
def ga(name): return name.upper()
mod.__getattr__ = ga; attempt(lambda: mod.qq); mod.__dir__ = lambda: ['b', 'a']; attempt(lambda: dir(mod))
class D:
    def __dir__(self): return 5
attempt(lambda: dir(D()))
class D:
    def __dir__(self): return ['b', 'a', 'a']
attempt(lambda: dir(D()))
attempt(lambda: types.GenericAlias(list, (int,))); attempt(lambda: types.GenericAlias(list)); attempt(lambda: types.NoneType()); attempt(lambda: types.EllipsisType()); attempt(lambda: types.NotImplementedType()); attempt(lambda: bool(NotImplemented))
attempt(lambda: types.CodeType); attempt(lambda: (lambda: 1).__code__.replace(co_name='zz').co_name); attempt(lambda: (lambda: 1).__code__ == (lambda: 1).__code__)
