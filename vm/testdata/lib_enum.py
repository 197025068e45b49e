import enum


class C(enum.Enum):
    A = 1
    B = 2
    C = 1

    @property
    def x(self):
        return self.value * 2

    def m(self):
        return self.name


print(C.A, repr(C.B), C(1), C["B"], list(C), C.C is C.A, C.A.x, C.B.m(), len(C), C.A in C, 2 in C)
print(C.A.name, C.A.value, hash(C.A) == hash("A"), C.__members__)


class I(enum.IntEnum):
    X = enum.auto()
    Y = enum.auto()


print(I.X + 1, I.Y, repr(I.Y), f"{I.Y}", I(2) is I.Y, sorted([I.Y, I.X]))


class S(enum.StrEnum):
    RED = enum.auto()
    B = "blue"


print(S.RED, repr(S.B), S("blue"), S.B.upper())


class F(enum.Flag):
    R = enum.auto()
    W = enum.auto()
    X = enum.auto()
    RW = R | W


print(F.R | F.X, repr(F.RW), F.R in F.RW, list(F.RW), ~F.R, F(0), bool(F(0)), F(5), list(F))


class IF(enum.IntFlag):
    A = 1
    B = 2


print(IF.A | IF.B, repr(IF.A | 4), IF(3) & 1)
try:
    C(9)
except ValueError as e:
    print(e)
try:
    C.A = 3
except AttributeError as e:
    print(e)


class P(enum.Enum):
    E = (1.0, 2.0)
    M = (3.0, 4.0)

    def __init__(self, a, b):
        self.a = a
        self.b = b


print(P.E.b, P.M.a, P.E, P.E.value, list(enum.Enum("Z", "a b c")))
try:
    @enum.unique
    class U(enum.Enum):
        a = 1
        b = 1
except ValueError as e:
    print(e)


class W(enum.Enum):
    @classmethod
    def _missing_(cls, v):
        return cls.A

    A = 1


print(W(77), C, F, isinstance(C.A, C), type(C.A))
try:
    class D(C):
        pass
except TypeError as e:
    print(e)
print(C.A == C.A, C.A != C.B, C.A == 1, {C.A: 1}[C.A], [(m.name, m.value) for m in F])
