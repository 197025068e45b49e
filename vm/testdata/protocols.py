# protocols and unusual paths
import operator, functools, collections, collections.abc as abc, abc as abcmod, types, copy, enum, dataclasses, typing, io, sys, contextlib, string, itertools, weakref, gc, reprlib, numbers, inspect
print(isinstance([], abc.Sequence), isinstance({}, abc.Mapping), isinstance({1}, abc.Set), isinstance(iter([]), abc.Iterator), isinstance(len, abc.Callable), issubclass(list, abc.MutableSequence), isinstance(5, abc.Hashable), isinstance([], abc.Hashable), isinstance((i for i in []), abc.Generator), isinstance("a", abc.Iterable), isinstance(3, numbers.Number), isinstance(range(3), abc.Sequence))
class Shape(abcmod.ABC):
    @abcmod.abstractmethod
    def area(self): ...
    @property
    @abcmod.abstractmethod
    def name(self): ...
try: Shape()
except TypeError as e: print(e)
class Sq(Shape):
    def area(self): return 4
    name = "sq"
print(Sq().area(), Sq.__abstractmethods__, Shape.__abstractmethods__ == {"area", "name"})
class V(abc.Sequence):
    def __getitem__(self, i): return [1, 2, 3][i]
    def __len__(self): return 3
print(list(V()), 2 in V(), V().index(3), list(reversed(V())), V().count(1))
class MM(abc.MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = MM(); m["a"] = 1; m.update(b=2); print(dict(m), m.pop("a"), m.get("z"), list(m.items()), "b" in m, m.setdefault("q", 5), m == {"b": 2, "q": 5})
@functools.total_ordering
class T:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == o.v
    def __lt__(s, o): return s.v < o.v
print(T(1) <= T(1), T(2) > T(1), T(1) >= T(2))
class En(enum.Enum):
    A = enum.auto(); B = enum.auto()
    @classmethod
    def first(cls): return cls.A
    def __str__(self): return f"<{self.name}>"
print(En.first(), list(En), En["B"].value, En.A in En, En(2), len(En), En.A == En.A, En.A < En.B if False else "noorder", {En.A: 1}[En.A])
try: En(9)
except ValueError as e: print(e)
try: En.A = 3
except AttributeError as e: print(e)
class Fl(enum.IntFlag): X = 1; Y = 2; Z = 4
print(Fl.X | Fl.Y, Fl(5), Fl.X & Fl.Y, ~Fl.X, int(Fl.Z), Fl.X in Fl(3))
class St(enum.StrEnum): P = enum.auto(); Q = "qq"
print(St.P, St.Q.upper(), f"{St.P}", St.P == "p")
@dataclasses.dataclass(frozen=True)
class Fz:
    a: int
    b: float = 2.0
    c: typing.ClassVar[int] = 7
    def __post_init__(self): object.__setattr__(self, "a", self.a * 2)
f = Fz(3); print(f, hash(f) == hash(Fz(3)), f == Fz(3), Fz.c, dataclasses.astuple(f))
try: f.a = 1
except dataclasses.FrozenInstanceError as e: print(e)
@dataclasses.dataclass(slots=True, kw_only=True)
class Sl: x: int; y: int = 1
print(Sl(x=1), hasattr(Sl(x=1), "__dict__"))
try: Sl(1)
except TypeError as e: print(e)
class NT(typing.NamedTuple):
    x: int
    y: str = "d"
    def m(self): return self.x
print(NT(1), NT(1).m(), NT._field_defaults, NT(1) == (1, "d"), NT.__annotations__)
class TD(typing.TypedDict): a: int
print(TD(a=1), TD.__annotations__)
class Pr(typing.Protocol):
    def run(self): ...
T1 = typing.TypeVar("T1")
class Bx(typing.Generic[T1]):
    def __init__(self, v): self.v = v
print(Bx[int](3).v, Bx[int], typing.get_origin(list[int]), typing.get_args(dict[str, int]), typing.Union[int, str, None], typing.Callable[[int], str], typing.Any, typing.cast(int, "x"), typing.Literal["a", 1], typing.Tuple[int, ...])
def ann(a: int, b: "str" = "x") -> list[int]: ...
print(ann.__annotations__, typing.get_type_hints(ann))
print(inspect.signature(lambda a, /, b, *c, d=1, **e: 0), inspect.signature(Fz), inspect.isclass(Fz), inspect.getdoc(functools.reduce) is not None or True)
ns = types.SimpleNamespace(a=1, b=[2]); ns.c = 3; print(ns, ns == types.SimpleNamespace(a=1, b=[2], c=3))
mp = types.MappingProxyType({"a": 1}); print(mp, mp["a"], len(mp))
try: mp["b"] = 1
except TypeError as e: print(e)
print(copy.copy(T(3)).v, copy.deepcopy([T(1), [T(2)]])[1][0].v, copy.copy({1: [2]}), copy.deepcopy(En.A) is En.A)
buf = io.StringIO("a\nb\n"); print(buf.readline(), list(buf), buf.getvalue(), buf.seek(0), buf.read(1))
b = io.BytesIO(); b.write(b"abc"); print(b.getvalue(), b.tell())
class W:
    def __init__(s): s.o = []
    def write(s, t): s.o.append(t)
w = W(); print("a", 1, file=w, sep="-"); print(w.o)
with contextlib.ExitStack() as st:
    st.callback(print, "cb"); st.enter_context(contextlib.nullcontext(5)); print("body")
@contextlib.contextmanager
def tag(n):
    print(f"<{n}>"); yield n; print(f"</{n}>")
@tag("f")
def fn(): print("in fn")
fn()
print(operator.itemgetter(1, 2)([1, 2, 3]), operator.attrgetter("v")(T(5)), operator.methodcaller("upper")("a"), functools.reduce(lambda a, b: a * b, range(1, 6)), functools.cmp_to_key(lambda a, b: b - a)(1) < functools.cmp_to_key(lambda a, b: b - a)(0))
class CP:
    n = 0
    @functools.cached_property
    def v(self): CP.n += 1; return CP.n
c = CP(); print(c.v, c.v, CP.n)
class PM:
    def f(self, a, b): return (a, b)
    g = functools.partialmethod(f, 1)
print(PM().g(2), functools.partial(pow, exp=2)(base=3))
od = collections.OrderedDict(a=1, b=2); od.move_to_end("a"); print(od, od.popitem(last=False), collections.Counter(a=2) + collections.Counter(a=1, b=1), collections.Counter("abca").most_common(2), collections.deque([1, 2, 3]).rotate(1), collections.defaultdict(int, {"a": 1})["z"])
dq = collections.deque(maxlen=2); dq.extend([1, 2, 3]); dq.appendleft(0); print(dq, dq[0], list(reversed(dq)), dq == collections.deque([0, 2]))
ch = collections.ChainMap({"a": 1}, {"a": 2, "b": 3}); print(ch["a"], ch["b"], dict(ch), ch.new_child({"c": 1})["c"])
print(string.Formatter().format("{0}-{a}", 1, a=2), string.capwords("a bc"), string.digits, reprlib.repr(list(range(100))))
r = weakref.ref(c); print(r() is c); wd = weakref.WeakValueDictionary(); wd["k"] = c; print(wd["k"] is c, len(wd)); gc.collect()
class Hk:
    def __class_getitem__(cls, i): return f"{cls.__name__}[{i}]"
    def __reduce__(self): return (Hk, ())
    def __dir__(self): return ["z", "a"]
    def __sizeof__(self): return 1
print(Hk[3], dir(Hk()), isinstance(copy.copy(Hk()), Hk))
class Neg:
    def __neg__(s): return "neg"
    def __pos__(s): return "pos"
    def __invert__(s): return "inv"
    def __abs__(s): return "abs"
    def __lshift__(s, o): return "ls"
    def __rlshift__(s, o): return "rls"
    def __and__(s, o): return "and"
    def __ior__(s, o): return "ior"
    def __ge__(s, o): return "ge"
n = Neg(); print(-n, +n, ~n, abs(n), n << 1, 1 << n, n & 1, n >= 1, 1 <= n)
n |= 2; print(n)
try: Neg() + 1
except TypeError as e: print(e)
try: 1 < Neg()
except TypeError as e: print(e)
class Bad:
    def __len__(s): return -1
    def __bool__(s): return 2
    def __repr__(s): return 5
    def __iter__(s): return 5
    def __hash__(s): return "x"
    def __eq__(s, o): raise ValueError("eq")
for fn in (len, bool, repr, iter, hash, lambda b: b == 1, lambda b: [b].index(2), lambda b: b in [1]):
    try: print(fn(Bad()))
    except Exception as e: print(type(e).__name__, e)
print(list(map(str, itertools.chain.from_iterable([[1], [2]]))), list(itertools.dropwhile(lambda x: x < 2, [1, 2, 1])), list(itertools.filterfalse(None, [0, 1])), list(itertools.cycle("ab").__class__.__name__)[:2], list(itertools.islice(itertools.cycle("ab"), 5)), list(itertools.combinations_with_replacement("ab", 2)), [list(g) for k, g in itertools.groupby([1, 1, 2], lambda x: x)])
def kwonly(*, a, b=2): return a, b
print(kwonly(a=1), kwonly.__kwdefaults__, (lambda *a: a)(*[1], *(2,), 3), dict(**{"a": 1}, b=2), [*{1: 2}], {**{"x": 1}, "x": 2})
for bad in ("f(**{'a':1}, a=2)", "kwonly()", "kwonly(1)", "print(*5)", "dict(**5)", "kwonly(**{1: 2})", "kwonly(a=1, **{'a': 2})"):
    try: eval(bad, {"f": lambda **k: k, "kwonly": kwonly})
    except Exception as e: print(type(e).__name__, e)
print(getattr(5, "real"), hasattr(5, "zz"), getattr(5, "zz", None), callable(5), vars(ns), id(5) == id(5), eval("a+1", {"a": 1}), [c for c in "abc"].__len__())
exec("def dyn(): return 42"); print(dyn(), eval(compile("1+2", "", "eval")))
print(sys.getsizeof([]) > 0, sys.maxsize, sys.byteorder, sys.getrecursionlimit(), isinstance(sys.path, list), "sys" in sys.modules)
