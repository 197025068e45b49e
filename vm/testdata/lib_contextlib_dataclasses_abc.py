from contextlib import *
import io
@contextmanager
def cm(x):
    print("in", x)
    try: yield x
    except ValueError as e: print("caught", e)
    finally: print("out")
with cm(1) as v: print(v)
with cm(2): raise ValueError("z")
try:
    with cm(3): raise KeyError("k")
except KeyError as e: print("K", e, e.__context__)
@cm(5)
def f(): print("f")
f()
with ExitStack() as st:
    a=st.enter_context(cm("a")); b=st.enter_context(cm("b")); st.callback(print,"cb",1)
    st.push(lambda *x: print("exit", x[0]) or False)
buf=io.StringIO()
with redirect_stdout(buf): print("hid")
print(repr(buf.getvalue()))
with suppress(ZeroDivisionError): 1/0
with nullcontext(4) as n: print(n)
class C:
    def close(self): print("closed")
with closing(C()) as c: pass
try:
    with ExitStack() as st:
        st.enter_context(cm("q"))
        raise ValueError("in stack")
except ValueError as e: print("no", e)
from dataclasses import *
@dataclass(order=True)
class P:
    x: int
    y: float = 2.0
    z: list = field(default_factory=list, repr=False, compare=False)
print(P(1), P(1)<P(2), P(1)==P(1), asdict(P(3)), fields(P)[1].name, replace(P(1),x=9), P.__match_args__)
@dataclass(frozen=True, slots=True)
class Q:
    a: int
    b: InitVar[int] = 0
    c: int = field(init=False, default=3)
    def __post_init__(self, b): pass
q=Q(1); print(q, hash(q)==hash(Q(1)))
try: q.a=2
except FrozenInstanceError as e: print(e)
try: P()
except TypeError as e: print(e)
try:
    @dataclass
    class Z:
        a: int = 1
        b: int
except TypeError as e: print(e)
try:
    @dataclass
    class Z:
        a: list = []
except ValueError as e: print(e)
@dataclass
class R(P):
    w: int = field(default=5, kw_only=True)
print(R(1,w=2), R.__doc__, P.__doc__)
print(make_dataclass("M",[("x",int),("y",str,field(default="q"))])(1))

from abc import *
class S(ABC):
    @abstractmethod
    def m(self): ...
    @property
    @abstractmethod
    def p(self): ...
try: S()
except TypeError as e: print(e)
class T(S):
    def m(self): return super().m()
    p=1
print(T().m(), isinstance(T(),S), S.__abstractmethods__==frozenset({"m","p"}))
S.register(int); print(isinstance(3,S), issubclass(int,S))
import heapq, bisect, textwrap, string
h=[5,3,8,1]; heapq.heapify(h); print(h, heapq.heappop(h), heapq.nlargest(2,h), list(heapq.merge([1,4],[2,3])), heapq.heappushpop(h,0))
print(bisect.bisect([1,2,2,3],2), bisect.bisect_left([1,2,2,3],2), textwrap.fill("the quick brown fox jumps over the lazy dog "*2, 30), textwrap.dedent("  a\n   b\n"), textwrap.shorten("hello world foo", 12), textwrap.wrap("a-b-c well-known foo--bar", 8))
print(string.Template("$a ${b}").substitute(a=1,b=2), string.capwords("ab cd"), string.Formatter().format("{0} {x!r:>5}", 1, x="q"))
