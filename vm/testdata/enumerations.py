# Enumerations: members, flags, mixed-in types, class bodies, errors.
from enum import *
import enum, copy, pickle
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
class C(Enum):
    RED = 1; GREEN = 2; CRIMSON = 1
    def desc(self): return f"{self.name}!"
    @classmethod
    def first(cls): return next(iter(cls))
    @property
    def low(self): return self.name.lower()
print(list(C), C.RED, repr(C.RED), C(1), C['RED'], C.CRIMSON is C.RED, C.__members__, len(C), C.RED.name, C.RED.value, C.RED.desc(), C.first(), C.RED.low, C.RED in C, 1 in C, 5 in C, 'x' in C)
t(lambda: C(9)); t(lambda: C['X']); t(lambda: setattr(C, 'RED', 3)); t(lambda: setattr(C.RED, 'value', 3)); t(lambda: delattr(C, 'RED')); t(lambda: C.RED < C.GREEN); t(lambda: C.RED == 1); t(lambda: hash(C.RED) == hash('RED')); t(lambda: C.X); t(lambda: C.RED.RED); t(lambda: dir(C)); t(lambda: bool(C.RED)); t(lambda: C()); t(lambda: Enum('A', 'x y z')); t(lambda: list(Enum('A', {'x': 1, 'y': 'b'}))); t(lambda: Enum('A', ['p', 'q'], start=5).q.value); t(lambda: Enum('A', [('p', 1), ('q', 2)], module='m')); t(lambda: C.__class__); t(lambda: f"{C.RED} {C.RED!r} {C.RED:>10}|"); t(lambda: copy.deepcopy(C.RED) is C.RED); t(lambda: pickle.loads(pickle.dumps(C.RED)) is C.RED); t(lambda: isinstance(C.RED, C)); t(lambda: {C.RED: 1}[C.RED])
class A(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower()
    X = auto(); Y = auto()
print(list(A), A.X.value)
class I(IntEnum): A = 1; B = 2; C = auto()
print(I.A + 1, I.C, repr(I.B), I.A < I.B, I(2), f"{I.A}", "%d" % I.B, str(I.A), sorted([I.C, I.A]), I.A == 1, [1, 2][I.A], int(I.B), I.A.real, max(I))
class S(StrEnum): FOO = auto(); BAR = 'b'
print(S.FOO, repr(S.FOO), S.BAR + 'x', S('b'), f"{S.FOO}", S.FOO == 'foo', S.FOO.upper()); t(lambda: StrEnum('Z', {'a': 1}))
class F(Flag): R = auto(); W = auto(); X = auto(); RW = R | W
print(F.R | F.X, repr(F.R | F.X), F.RW, F(3), F(0), repr(F(0)), F.R in F.RW, list(F.RW), ~F.R, F.R & F.W, F.R ^ F.RW, bool(F(0)), len(F.RW), F.RW.name, (F.R | F.X).name, (F.R|F.X).value, list(F)); t(lambda: F(16)); t(lambda: F.R | 1); t(lambda: F['R'] ); t(lambda: F('x'))
class IF(IntFlag): A = 1; B = 2
print(IF.A | IF.B, repr(IF.A | 4), IF(8), IF.A | 1, int(IF.A | IF.B), ~IF.A, IF.A + 1, IF(3) & IF.A, f"{IF.A}")
@unique
class U(Enum): a = 1
def mk():
    @unique
    class V(Enum): a = 1; b = 1
t(mk)
class P(Enum):
    EARTH = (5.9, 6.3); MARS = (6.4, 3.3)
    def __init__(self, mass, radius): self.mass = mass; self.radius = radius
print(P.EARTH.mass, P.EARTH.value, P((5.9, 6.3)), repr(P.MARS))
class N(Enum):
    A = nonmember(5); B = member(6); _ignore_ = ['q']; q = 3
    class Inner: pass
print(N.A, N.B, list(N))
class M(Enum):
    ONE = 1
    @classmethod
    def _missing_(cls, v): return cls.ONE if v == 'one' else None
print(M('one')); t(lambda: M('two'))
class O(Enum):
    _order_ = 'B A'; B = 1; A = 2
def mk():
    class O(Enum): _order_ = 'A B'; B = 1; A = 2
t(mk)
def mk():
    class D(Enum): A = 1; A = 2
t(mk)
class W(int, Enum): A = 1
print(W.A, repr(W.A), W.A + 1, f"{W.A}", W.A == 1)
class X(str, Enum): A = 'q'
print(X.A, repr(X.A), X.A == 'q', f"{X.A}", X.A.value, "%s" % X.A, X.A.upper())
print(repr(C), C, Enum, I, F, type(C), C.RED.__class__, C.__name__, C.__doc__, C.__module__); t(lambda: verify(UNIQUE)(C)); t(lambda: verify(CONTINUOUS)(Enum('Q', {'a': 1, 'b': 5})))
class Bd(Flag, boundary=KEEP): A = 1
class Bs(Flag, boundary=CONFORM): A = 1
print(repr(Bd(9)), repr(Bs(9))); t(lambda: C.RED._name_); t(lambda: C._member_names_); t(lambda: C._value2member_map_); t(lambda: C.RED.__reduce_ex__(2)); t(lambda: enum.show_flag_values(7)); t(lambda: reversed(C).__next__()); t(lambda: global_str(C.RED)); t(lambda: C.__contains__(C.RED)); t(lambda: EnumType is EnumMeta)
