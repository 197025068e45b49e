package compiler_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// A random program of features: values of the kinds that the standard library and the class statement make (data classes, enumerations, named tuples,
// classes with a metaclass, slots, descriptors, generators, context managers, partial and cached functions, views, iterators), made in and outside of a
// function that uses them in random order.

// featurePrelude defines the kinds of values.
const featurePrelude = `
import abc, contextlib, dataclasses, enum, string, types, typing, weakref

@dataclasses.dataclass
class Point:
    x: int
    y: int = 2
    tags: list = dataclasses.field(default_factory=list)
    def __post_init__(self):
        log.append("post")
        self.sum = self.x + self.y
@dataclasses.dataclass(frozen=True, order=True)
class Frozen:
    x: int
    y: str = "f"
@dataclasses.dataclass(slots=True, kw_only=True)
class Slim:
    v: int = 0
    w: object = None
class Child(Point):
    def __eq__(self, o):
        log.append("Child.eq")
        return super().__eq__(o)
    __hash__ = None
class Color(enum.Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    def hot(self):
        return self is Color.RED
class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3
class Mode(enum.Flag):
    R = enum.auto()
    W = enum.auto()
class Word(enum.StrEnum):
    A = "a"
    B = "b"
class Pair(typing.NamedTuple):
    a: int
    b: str = "p"
    def total(self):
        return self.a + len(self.b)
Row = collections.namedtuple("Row", "r s", defaults=[5])
class Sub(Row):
    __slots__ = ()
    def __new__(cls, r, s=1):
        log.append("Sub.new")
        return super().__new__(cls, r, s)
    @property
    def both(self):
        return self.r, self.s
class Meta(type):
    registry = []
    def __new__(m, name, bases, ns, **k):
        log.append("Meta.new " + name)
        return super().__new__(m, name, bases, ns)
    def __init__(cls, name, bases, ns, flag=None):
        super().__init__(name, bases, ns)
        cls.flag = flag
    def __len__(cls):
        return 3
    def __iter__(cls):
        return iter([cls.__name__])
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return "meta " + name
    def __contains__(cls, o):
        return o == 1
    @property
    def kind(cls):
        return "kind of " + cls.__name__
class Made(metaclass=Meta, flag=7):
    def __init__(self, n):
        self.n = n
class Base(abc.ABC):
    subs = []
    def __init_subclass__(cls, extra=None, **k):
        super().__init_subclass__(**k)
        cls.extra = extra
        Base.subs.append(cls.__name__)
    @abc.abstractmethod
    def area(self): ...
    @classmethod
    def build(cls, *a):
        return cls(*a)
    @staticmethod
    def helper(o):
        return [o]
    def __class_getitem__(cls, item):
        return cls, item
class Square(Base, extra="e"):
    def __init__(self, n):
        self.n = n
    def area(self):
        return self.n * self.n
    def __repr__(self):
        return f"Square({self.n})"
class Typed:
    def __set_name__(self, owner, name):
        self.name = "_" + name
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        log.append("get " + self.name)
        return getattr(obj, self.name, None)
    def __set__(self, obj, value):
        log.append("set " + self.name)
        setattr(obj, self.name, value)
    def __delete__(self, obj):
        delattr(obj, self.name)
class Holder:
    __slots__ = ("_t", "_u", "free", "__weakref__")
    t = Typed()
    u = Typed()
    def __init__(self, n):
        self.t = n
@functools.total_ordering
class Ordered:
    __match_args__ = ("n",)
    def __init__(self, n):
        self.n = n
    def __eq__(self, o):
        log.append("Ordered.eq")
        return isinstance(o, Ordered) and self.n == o.n
    def __lt__(self, o):
        return self.n < o.n
    def __hash__(self):
        return hash(self.n)
class Counted:
    count = 0
    def __init__(self, n=0):
        type(self).count += 1
        self.n = n
    def __enter__(self):
        log.append("enter")
        return self
    def __exit__(self, t, e, tb):
        log.append(("exit", t and t.__name__))
        return t is KeyError
    def __iter__(self):
        while self.n < 4:
            self.n += 1
            yield self.n
    def __call__(self, *a, k=1):
        return self.n, a, k
    def __getitem__(self, i):
        return ("item", i)
    @functools.cached_property
    def once(self):
        log.append("once")
        return [self.n]
class Gen(typing.Generic[typing.TypeVar("T")]):
    def __init__(self, n):
        self.n = n
class Fault(ValueError):
    def __init__(self, n, code=3):
        super().__init__(n)
        self.code = code
@contextlib.contextmanager
def managed(n, swallow=False):
    log.append(("begin", n))
    try:
        yield [n]
    except ValueError:
        log.append("caught")
        if not swallow:
            raise
    finally:
        log.append("end")
def echo(n):
    got = yield n
    while got is not None:
        try:
            got = yield ("got", got)
        except KeyError as e:
            log.append(("thrown", e.args))
            got = yield "recovered"
        finally:
            log.append("step")
    return ("done", n)
def outer(n):
    r = yield from echo(n)
    yield r
@functools.lru_cache(maxsize=None)
def cached(n):
    return n * 2
@functools.singledispatch
def kinds(o):
    return "object"
@kinds.register
def _(o: int):
    return "int"
@kinds.register(list)
def _(o):
    return "list"
def deco(f):
    @functools.wraps(f)
    def inner(*a, **k):
        log.append("call " + f.__name__)
        return f(*a, **k)
    inner.wrapped = True
    return inner
@deco
def spread(a, /, b=2, *c, d=4, **e):
    "Doc."
    return a, b, c, d, e
def counter(n):
    total = [n]
    def add(k=1):
        nonlocal n
        n += k
        total.append(n)
        return n
    def read():
        return n, total
    return add, read
GLOBAL = {"n": 0}
LIST = [1]
def bump():
    global LAST
    LAST = GLOBAL["n"] = GLOBAL["n"] + 1
    return LAST
def made(make, n):
    return make(n)
`

// featureMakers make one value from a number.
var featureMakers = strings.Split(`Point(N)|Point(N, N, [N])|Child(N)|Frozen(N)|Frozen(N, "z")|Slim(v=N)|Color(1)|Color.GREEN|Level.HIGH|Level(1)|Mode.R \| Mode.W|Mode.R|Word.A|Pair(N)|Row(N)|Sub(N)|Made(N)|Square(N)|Holder(N)|Ordered(N)|Counted(N)|Gen(N)|Gen[int](N)|Fault(N)|echo(N)|outer(N)|(i * N for i in range(3))|spread|counter(N)|counter(N)[0]|functools.partial(spread, N, d=1)|cached|kinds|[N, 1, N]|{N, 1}|{"a": N, "b": [N]}|(N, [N])|iter([N, 1])|zip([N], "ab")|enumerate("ab", N)|map(str, [N, 2])|reversed([N, 2])|range(N, 5)|{"a": N}.items()|{"a": N, "b": 1}.keys()|collections.Counter("abca")|collections.OrderedDict(a=N, b=1)|collections.deque([N, 2], maxlen=2)|collections.ChainMap({"a": N}, {"b": 1})|collections.defaultdict(list, {"a": [N]})|types.SimpleNamespace(a=N)|types.MappingProxyType({"a": N})|slice(N)|"t%d" % N|b"by"|bytearray(b"ab")|memoryview(b"abc")|1j * N|N * 1.5|itertools.chain([N], (2,))|itertools.islice(itertools.count(N), 5)|itertools.islice(itertools.cycle([N, 2]), 5)|itertools.islice([1, 2, 3], N)|functools.reduce(lambda p, q: p + q, [N, 1])|operator.itemgetter(0)|operator.attrgetter("n")|lambda q=N: q|Point|Color|Made|Row|Counted|contextlib.nullcontext(N)|managed(N, True)|contextlib.ExitStack()|string.Template("$a")|weakref.ref(Made)|property(lambda s: N)|super|Square(N).area|[].append|Base.build|type("Dyn", (Square,), {"z": N})(N)`, "|")

// featureUses are expressions over the values {a} and {b}, the tensor x and a number n.
var featureUses = strings.Split(`{a} == {b}|{a} != {b}|{a} < {b}|{a} is {b}|{a} in ({b}, 1)|[{a}, {b}].index({b})|{a} + {b}|{a} + 1|{a} * 2|{a} \| {b}|{a} & {b}|-{a}|abs({a})|~{a}|bool({a})|not {a}|len({a})|hash({a}) == hash({a})|repr({a})|str({a})|f"{{a}}"|f"{{a}!r:>9}"|"%s" % ({a},)|"{0}".format({a})|int({a})|float({a})|list({a})|tuple({a})|set({a})|dict({a})|sorted({a})|sum({a})|max({a})|max({a}, {b})|any({a})|next({a})|next({a}, None)|next(iter({a}))|list(zip({a}, range(3)))|list(itertools.islice({a}, 2))|list(enumerate({a}))|[i for i in {a}]|{i: n for i in {a}}|[*{a}, n]|{**{a}}|show(*{a})|show(**{a})|{a}[0]|{a}["a"]|{a}[-1]|{a}[:1]|{a}[{b}]|1 in {a}|"a" in {a}
{a}.x|{a}.y|{a}.n|{a}.sum|{a}.tags|{a}.v|{a}.a|{a}.r|{a}.name|{a}.value|{a}.t|{a}.both|{a}.code|{a}.args|{a}.once|{a}.kind|{a}.flag|{a}.extra|{a}.zz|{a}.wrapped|{a}.__name__|{a}.__doc__|{a}.__class__.__name__|{a}.__dict__|{a}.__wrapped__|{a}.hot()|{a}.total()|{a}.area()|{a}.helper(n)|{a}.build(n)|{a}()|{a}(n)|{a}(n, k=2)|{a}(1, 2, 3, d=5, z=6)|{a}.send(None)|{a}.send(n)|{a}.throw(KeyError(n))|{a}.close()|{a}.copy()|{a}.items()|{a}.keys()|{a}.get("a", n)|{a}.pop()|{a}.append(n)|{a}.extend([n])|{a}.update({"c": n})|{a}._asdict()|{a}._replace(r=n)|{a}._fields|{a}.most_common(1)|{a}.popleft()|{a}.move_to_end("a")|{a}.func|{a}.args[0]|{a}.cache_info()|{a}.start|{a}.index(n)|{a}.count(1)|{a}.upper()|{a}.decode()|{a}.real|{a}.new_child()|{a}.maps
getattr({a}, "n", None)|hasattr({a}, "x")|setattr({a}, "q", n)|vars({a})|type({a}).__name__|isinstance({a}, (Point, Base, int, tuple))|isinstance({a}, collections.abc.Mapping)|isinstance({a}, collections.abc.Iterator)|issubclass(type({a}), Row)|callable({a})|id({a}) == id({a})|copy.copy({a})|copy.deepcopy({a})|dataclasses.replace({a}, x=n)|dataclasses.asdict({a})|dataclasses.astuple({a})|dataclasses.is_dataclass({a})|[f.name for f in dataclasses.fields({a})]|functools.partial({a}, n)()|functools.reduce(operator.add, {a})|list(map({a}, [n]))|list(filter(None, {a}))|sorted([{a}, {b}])|min({a}, {b}, key=bool)|kinds({a})|cached(n)|spread({a})|spread(n, *{a})|spread(n, **{a})|operator.eq({a}, {b})|operator.getitem({a}, 0)|Color[{a}.name]|Color(n)|list(Color)|Color.RED.hot()|Level.LOW + n|Level(n)|Mode.R in {a}|Word.A + "z"|Made.flag|Made.zork|len(Made)|1 in Made|list(Made)|Made.kind|Base[n]|Base.subs|Square.extra|Square.build(n).area()|Base()|Counted.count|Row._make([n, 2])|Pair(n).total()|Sub(n).both|Point(n)|Point(n) == Point(n)|Child(n) == Point(n)|Frozen(n) < Frozen(n + 1)|hash(Frozen(n)) == hash(Frozen(n))|{Frozen(n): 1}[Frozen(n)]|Ordered(n) >= Ordered(1)|{Ordered(n): 1}.get(Ordered(n))|Slim(v=n, w={a})|Holder(n).t|Counted(n).once|list(Counted(n))|Counted(n)(1, k=2)|Fault(n).code|bump()|GLOBAL["n"]|LIST|counter(n)[1]()
x + {a}|{a} * x|x[{a}]|x.sum() if {a} else x|torch.tensor({a})|torch.full((2,), {a})|x.reshape({a})|(x + n, {a})|torch.stack([x, x])[{a}]|torch.is_tensor({a})|x == {a}|[x, {a}]|{"k": x, "a": {a}}|(lambda q={a}: q)()|(y := {a}, y)|n if {a} == {b} else x`, "|")

// featureSteps are statements over them.
var featureSteps = []string{
	"{a}.x = n", "{a}.n += 1", "{a}.t = n", "del {a}.t", "{a}.q = [n]", "{a}.v = {b}", "{a}['c'] = n", "{a}[0] = n", "del {a}['a']", "{a} += {b}", "{a} += [n]", "{a} |= {b}", "{a} *= 2",
	"p, q = {a}\nout.append((p, q))", "p, *q = {a}\nout.append(q)", "for i in {a}:\n    # break\n    out.append(i)\n    if len(out) > 30:\n        break", "for i, j in zip({a}, {b}):\n    x = x + 1\n    out.append((i, j))\n    if len(out) > 30:\n        break",
	"with {a} as p:\n    # break\n    out.append(p)", "with {a} as p:\n    raise KeyError(n)", "with {a} as p:\n    raise ValueError(n)", "with managed(n) as p, Counted(n) as q:\n    # break\n    out.append((p, q.n))", "with contextlib.suppress(KeyError, TypeError):\n    out.append({a}['zz'])\n    # break",
	"with contextlib.ExitStack() as s:\n    s.enter_context(managed(n))\n    s.callback(out.append, 'cb')\n    # break\n    s.push(Counted(n).__exit__)", "try:\n    raise Fault(n) from KeyError(1)\nexcept ValueError as e:\n    # break\n    out.append((e.code, e.__cause__.args, e.args))\nfinally:\n    out.append('finally')",
	"try:\n    out.append({a}.zz)\nexcept AttributeError as e:\n    e.add_note('note')\n    # break\n    out.append((e.name, e.__notes__))\nelse:\n    out.append('else')", "try:\n    raise {a}\nexcept ValueError as e:\n    # break\n    out.append(e is {a})",
	"match {a}:\n    case Point(x=1, y=p):\n        out.append(('point', p))\n    case Ordered(p):\n        out.append(('ordered', p))\n    case Color.RED:\n        out.append('red')\n    case Row(r, s) | Pair(r, s):\n        out.append((r, s))\n    case [p, *_]:\n        out.append(('seq', p))\n    case {'a': p, **q}:\n        out.append((p, q))\n    case str() | bytes() as p:\n        out.append(p)\n    case _ if callable({a}):\n        out.append('callable')\n    case _:\n        out.append('other')",
	"g = echo(n)\nout.append(next(g))\n# break\nout.append(g.send({a}))\ng.close()", "g = outer(n)\nout.append(next(g))\n# break\nout.append(g.throw(KeyError(1)) if n > 1 else g.send(None))", "add, read = counter(n)\nadd()\n# break\nadd(n)\nout.append(read())", "add, read = {a}\n# break\nout.append((add(2), read()))",
	"class Local(Square, extra={b}):\n    z = n\n    def area(self):\n        return super().area() + self.z\nout.append((Local(n).area(), Local.extra is {b}, Local.__mro__[1].__name__))", "class Local(Made, flag=n):\n    pass\n# break\nout.append((Local.flag, Local(n).n, len(Local)))",
	"@dataclasses.dataclass\nclass Local:\n    p: int\n    q: object = None\nout.append(Local(n, {a}) == Local(n, {a}))", "@deco\ndef local(p, *, q={a}):\n    return p, q\n# break\nout.append((local(n), local.__name__, local.wrapped))", "def inner():\n    yield from {a}\n# break\nout.append(list(itertools.islice(inner(), 4)))",
	"global LAST\nLAST = n\nout.append(bump())", "LIST.append(n)\n# break\nout.append(LIST[-1])", "GLOBAL['z'] = {a}\n# break\nout.append(GLOBAL.pop('z') is {a})", "Counted.count += 1\nout.append(Counted(1).count)", "{a}, {b} = {b}, {a}", "c = copy.copy({a})", "c = [{a}, {b}]", "c = {'a': {a}}", "c = (lambda: ({a}, n))()", "x = x + n\nout.append(x)", "x = x * len({a})",
	"out.append(sorted([{a}, {b}], key=lambda o: isinstance(o, int)))", "out.append([(p, q) for p in {a} for q in range(2) if p])", "out.append({k: v for k, v in {a}.items()})", "while n < 5:\n    n += 2\n    # break\n    if n == 4:\n        continue\n    out.append(n)\nelse:\n    out.append('end')", "for i in range(3):\n    try:\n        if i == 1:\n            continue\n        out.append({a}[i])\n    except Exception as e:\n        out.append(type(e).__name__)\n    finally:\n        x = x + 1",
	"assert {a} == {b}, {a}", "del {a}.q", "{a}.tags.append(n)\nout.append({a}.tags)", "{a}.data = x\n# break\nout.append({a}.data + 1)",
}

// featureMaker writes one program.
type featureMaker struct {
	*rand.Rand
	lines []string
}

// makeFeatures gives the makers C0, C1 and C2 of arguments and the function f(x, n, a, b) of one program.
func makeFeatures(seed uint64) string {
	m := &featureMaker{Rand: rand.New(rand.NewPCG(seed, 13))}
	for i := range 3 {
		m.lines = append(m.lines, fmt.Sprintf("def C%d(n):", i), "    return "+m.value())
	}
	m.lines = append(m.lines, "def f(x, n, a, b):", "    out = []", "    c = "+m.value())
	for range 4 + m.IntN(5) {
		m.use()
	}
	m.lines = append(m.lines, "    return out, x, a, b, c")
	return featurePrelude + strings.Join(m.lines, "\n")
}

var theNumber = regexp.MustCompile(`\bN\b`)

func (m *featureMaker) value() string {
	return theNumber.ReplaceAllString(strings.ReplaceAll(featureMakers[m.IntN(len(featureMakers))], "\\", " |"), "n")
}

// use writes one use of the values, whose exception is recorded.
func (m *featureMaker) use() {
	names := []string{"a", "b", "c", "a", "b"}
	fill := strings.NewReplacer("{a}", names[m.IntN(5)], "{b}", names[m.IntN(3)], " \\", " |")
	var body []string
	if m.IntN(3) == 0 {
		body = strings.Split(fill.Replace(featureSteps[m.IntN(len(featureSteps))]), "\n")
	} else {
		uses := strings.Split(featureUses[m.IntN(len(featureUses))], "\n")
		body = []string{"out.append(" + fill.Replace(uses[m.IntN(len(uses))]) + ")"}
	}
	m.lines = append(m.lines, "    # break", "    try:")
	for _, line := range body {
		m.lines = append(m.lines, "        "+line)
	}
	m.lines = append(m.lines, "    except RecursionError:", "        raise", "    except Exception as e:", "        out.append((type(e).__name__, words(e)))")
}
