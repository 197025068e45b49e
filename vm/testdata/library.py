# generators, closures, iteration, stdlib
import itertools as it, functools as ft, collections as co, operator as op, math, json, re, random, copy, string, time, types, typing, enum, dataclasses, contextlib, io, sys, os, heapq, bisect, inspect, textwrap
def g():
    x = yield 1
    try: y = yield x
    except ValueError as e: y = f"caught {e}"
    return y
a = g(); print(next(a), a.send(5), end=" ")
try: a.throw(ValueError("boo"))
except StopIteration as e: print(e.value)
def d():
    r = yield from g(); print("r", r); yield "end"
a = d(); print(next(a), a.send(1), a.send("z"))
def counter():
    n = 0
    def inc():
        nonlocal n; n += 1; return n
    return inc
c = counter(); c(); print(c(), c.__closure__[0].cell_contents, c.__code__.co_freevars)
print(list(it.chain([1], (2,), "a")), list(it.islice(it.count(5, 2), 3)), list(it.accumulate([1, 2, 3], op.mul)), list(it.product("ab", [1, 2])), list(it.permutations([1, 2, 3], 2)), list(it.combinations("abc", 2)), [(k, list(v)) for k, v in it.groupby("aabbc")], list(it.zip_longest([1], "ab", fillvalue=0)), list(it.starmap(pow, [(2, 3)])), list(it.pairwise("abc")), list(it.batched("abcde", 2)), list(it.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.compress("abc", [1, 0, 1])), it.count(3), it.repeat("x", 2), list(it.tee("ab")[1]))
print(ft.reduce(op.add, [1, 2, 3]), ft.partial(int, base=2)("101"), ft.partial(print, 1, sep="-"))
@ft.lru_cache(None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(50), fib.cache_info())
@ft.singledispatch
def sd(x): return "obj"
@sd.register
def _(x: int): return "int"
@sd.register(list)
def _(x): return "list"
print(sd(1), sd([]), sd("a"), sd(True))
print(co.Counter("banana"), co.Counter("banana").most_common(1), co.defaultdict(list, a=[1]), co.OrderedDict(a=1), co.deque([1, 2, 3], 2), co.ChainMap({"a": 1}, {"b": 2}))
P = co.namedtuple("P", "x y", defaults=[5]); p = P(1); print(p, p.x, p._replace(y=2), p._asdict(), P._fields, *p)
class E(enum.Enum):
    A = 1; B = "b"
    def m(self): return self.value
print(E.A, repr(E.B), E("b"), E["A"], list(E), E.A.m(), E.A is E(1), E.A.name)
class F(enum.Flag): R = 1; W = 2
print(F.R | F.W, F.R in (F.R | F.W), enum.IntEnum("Q", "a b").b + 1)
@dataclasses.dataclass(order=True)
class DC:
    x: int; y: list = dataclasses.field(default_factory=list, compare=False); z: str = "d"
print(DC(1), DC(1) == DC(1, [2]), DC(1) < DC(2), dataclasses.asdict(DC(3)), dataclasses.replace(DC(1), x=9), [f.name for f in dataclasses.fields(DC)])
@contextlib.contextmanager
def cm():
    print("in")
    try: yield 5
    except ValueError: print("swallow")
    finally: print("out")
with cm() as v: raise ValueError
with contextlib.suppress(KeyError), contextlib.redirect_stdout(io.StringIO()) as s: print("hid"); {}["a"]
print(repr(s.getvalue()))
print(json.dumps({"a": [1, 2.5, None, True, "é\n"], "b": {}}), json.dumps([1, {"a": 2}], indent=2), json.loads('{"a": [1, 2.0, "x\\u00e9", null]}'), json.dumps({"b": 1, "a": 2}, sort_keys=True, separators=(",", ":")))
print(math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.gcd(12, 18), math.comb(5, 2), math.isclose(0.1 + 0.2, 0.3), math.log(8, 2), math.factorial(20), math.pi, math.hypot(3, 4), math.fsum([0.1] * 10), math.prod([1, 2, 3]), math.trunc(-2.7), math.copysign(1, -0.0), math.modf(2.5), math.frexp(8), math.exp(1), math.sin(1), math.tanh(0.5), math.erf(0.5), math.gamma(5))
random.seed(42); print(random.random(), random.randint(1, 100), random.choice("abc"), random.sample(range(10), 3), random.gauss(0, 1), random.uniform(1, 2)); x = list(range(5)); random.shuffle(x); print(x, random.choices([1, 2, 3], k=3), random.getrandbits(40))
q = [[1, [2]], {"a": (1, [3])}]; r = copy.deepcopy(q); r[0][1].append(9); print(q, r, copy.copy(q) == q)
h = [5, 1, 4]; heapq.heapify(h); print(heapq.heappop(h), heapq.nlargest(2, [1, 5, 3]), bisect.bisect([1, 3, 5], 3), textwrap.fill("aaa bbb ccc", 7), textwrap.dedent("  a\n  b"), string.ascii_lowercase[:3], string.Template("$a ${b}").substitute(a=1, b=2))
def sig(a, b: int = 2, *args, c, d=4, **kw) -> str: pass
print(inspect.signature(sig), sig.__annotations__, inspect.getsource(c).strip()[:20], inspect.isfunction(sig))
print(typing.Optional[int], typing.List[int], typing.get_type_hints(sig), types.SimpleNamespace(a=1), os.path.join("a", "b"), os.path.splitext("x.tar.gz"), os.path.basename("/a/b"), sys.version_info[:2], type(time.time()))
class It:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i > 3: raise StopIteration
        return self.i
print(list(It()), [*It()], max(It()), 2 in It(), dict(zip(It(), "abc")), sum(It()), tuple(It()))
match {"k": [1, 2, {"z": 3}]}:
    case {"k": [a, *_, {"z": z}]} if z > 2: print("m", a, z)
match (1, "x"):
    case (int(n), str() as s) | [n, s]: print(n, s)
class Pt:
    __match_args__ = ("x", "y")
    def __init__(s, x, y): s.x, s.y = x, y
match Pt(1, 2):
    case Pt(1, y=q): print("pt", q)
def deco(f):
    @ft.wraps(f)
    def w(*a, **k): return f(*a, **k) + 1
    return w
@deco
def dd(x):
    "doc"
    return x
print(dd(1), dd.__name__, dd.__doc__, dd.__wrapped__(1))
if (n := 10) > 5: print(n)
for i in range(3):
    if i == 5: break
else: print("else")
i = 0
while i < 3:
    i += 1
    if i == 2: continue
print(i, [*map(str, range(3))], [y for x in [[1], [2]] for y in x])
try: print(*(x for x in 5))
except TypeError as e: print(e)
dct = {1: 2}
try:
    for k in dct: dct[k + 1] = 1
except RuntimeError as e: print(e)
print(globals()["n"], "locals" in dir(), eval("1 + n"), exec("zz = 3") or zz)
