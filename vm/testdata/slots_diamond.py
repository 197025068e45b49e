# Classes that share a base with slots: only one of them may add to it.
class A: __slots__=('a',)
class B(A): __slots__=()
class C(A): __slots__=('c',)
class D(C,B): __slots__=()
print(D.__mro__)
class E(B, C): __slots__=()
