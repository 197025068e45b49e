# Dataclasses: slots, frozen instances that are copied, documentation, errors.
from dataclasses import *
import copy, pickle, weakref
from typing import *
from collections import deque, defaultdict
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
@dataclass(frozen=True, slots=True)
class F:
    a: int
    b: list = field(default_factory=list)
f = F(1, [2])
print(copy.deepcopy(f), copy.copy(f), pickle.loads(pickle.dumps(f)), F.__slots__, F.__getstate__(f))
t(lambda: weakref.ref(f))
t(lambda: setattr(f, 'a', 2)); t(lambda: setattr(f, 'zz', 2))
@dataclass(slots=True, weakref_slot=True)
class W:
    a: int
w = W(1); r = weakref.ref(w); print(r() is w, W.__slots__, w.__weakref__ is r)
@dataclass(slots=True, weakref_slot=True)
class W2(W):
    c: int
print(W2.__slots__, fields(W2)[1].name)
@dataclass(frozen=True)
class P: x: int; y: int = 3
print(pickle.loads(pickle.dumps(P(1))), copy.replace(P(1), y=9), copy.deepcopy(P(1)))
@dataclass
class D:
    d: deque
    l: List[int]
    o: Optional[int] = None
    u: int | None = None
    s: "str" = "x"
    c: Callable[[int], str] = None
    k: int = field(default=3, kw_only=True)
print(D.__doc__)
@dataclass
class E: d: defaultdict
x = defaultdict(list, {1: [2]})
print(asdict(E(x)), astuple(E(x)))
@dataclass
class I:
    a: int
    v: InitVar[int] = 5
    z: ClassVar[int] = 3
    def __post_init__(self, v): self.a += v
print(I(1), I(1, 2), [f.name for f in fields(I)], I.v)
@dataclass
class I2:
    v: InitVar[int]
    def __post_init__(self, v): pass
t(lambda: I2(1).v); t(lambda: replace(I2(1)))
t(lambda: dataclass(type('X', (), {'__annotations__': {'x': int}, '__lt__': None}), order=True))
t(lambda: repr(field(default=3, doc='d')).replace(hex(id(MISSING)), 'M'))
t(lambda: dataclass(type('X', (), {'__annotations__': {'x': int}, '__slots__': ('x',)}), slots=True))
t(lambda: make_dataclass('X', ['class'])); t(lambda: make_dataclass('X', ['a', 'a'])); t(lambda: make_dataclass('X', [(1,2,3,4)])); t(lambda: make_dataclass('X', ['a b']))
t(lambda: make_dataclass('X', [('a', int), ('b', str, 'd')])(1)); t(lambda: fields(3)); t(lambda: asdict(3)); t(lambda: replace(3)); t(lambda: InitVar[int]); t(lambda: InitVar[List[int]])
@dataclass
class R:
    r: 'R' = None
r = R(); r.r = r; print(r, R.__init__.__annotations__, R.__eq__.__qualname__)
@dataclass(order=True, unsafe_hash=True)
class O: a: int; b: int = field(compare=False, default=0)
print(O(1, 2) < O(2, 1), hash(O(1, 2)) == hash(O(1, 3)), O(1) == O(1, 5), sorted([O(3), O(1)])); t(lambda: O(1) < 3)
t(lambda: type('Z', (P,), {}) and dataclass(type('Z', (P,), {'__annotations__': {}})))
t(lambda: R.__dataclass_params__)
def df():
    @dataclass
    class B:
        x: int = 0
        y: str
t(df)
def df():
    @dataclass
    class B: x: list = []
t(df)
t(lambda: D.__match_args__); t(lambda: P.__hash__(P(1)) == hash((1, 3))); t(lambda: P(1).__dict__); t(lambda: P(1, 2, 3)); t(lambda: P()); t(lambda: P(q=1))
import inspect; t(lambda: inspect.signature(D)); t(lambda: is_dataclass(P), ); t(lambda: is_dataclass(P(1)))
