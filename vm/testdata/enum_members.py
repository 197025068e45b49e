# Enumerations: names of combined flags, global names, aliases added later, names that values have too.
from enum import *
class Hint(Flag, boundary=KEEP):
    HiddenText = 0x10
    DigitsOnly = 0x01
    LettersOnly = 0x02
    OnlyMask = 0x0f
print(Hint(7), repr(Hint(7)), Hint.OnlyMask, repr(Hint.OnlyMask), Hint.OnlyMask._name_)
class P(IntFlag):
    X=1
    W=2
    R=4
print(P.R|P.X, repr(P.R|P.X), repr(P(9)), repr(P(8)), repr(~P.R), P(7))
@global_enum
class H(Flag):
    OFF = 0
    A = 1
    B = 2
print(repr(H.OFF), str(H.A), repr(H.A|H.B), H(0))
class C(Enum):
    A = 1
    @property
    def foo(self): return 1
    def bar(self): pass
    @classmethod
    def baz(cls): return 3
class Mix(int, Enum):
    real = 3
    numerator = 4
print(Mix.real, Mix.numerator.real, Mix.real.numerator)
C.A._add_alias_("AA")
print(C.AA, C["AA"], list(C), list(C.__members__))
C.A._add_value_alias_(5)
print(C(5))
try:
    C()
except TypeError as e: print(e)
class N(Enum):
    a = auto()
    b = auto(), auto()
    c = "z", auto()
print(list(N))
try:
    class Bad(Enum):
        def __new__(cls, v):
            return super().__new__(cls, v)
        X = 1
except TypeError as e: print(e)
print(dir(C.A), dir(Mix.real)[-8:], len(dir(C)))
class O(Flag):
    _order_ = "A C B"
    A = 1
    C = 1
    B = 2
print(list(O))
