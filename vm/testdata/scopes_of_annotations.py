# What annotations, aliases and type parameters see of the class around them, and private names in them.
x = "global"
T = "globalT"
def outer():
    x = "nonlocal"
    class Cls:
        type Alias = x
        val = Alias.__value__
        def meth[T: x](self, arg: x): ...
        bound = meth.__type_params__[0].__bound__
        annotation = meth.__annotations__["arg"]
        x = "class"
        type A2 = x
    return Cls
c = outer()
print(c.val, c.bound, c.annotation, c.A2.__value__)
class C:
    T = "class"
    type Alias[T] = T
    def f[T](self, a: T): pass
    class I[T]: 
        y: T
print(C.Alias.__value__, C.f.__annotations__, C.I.__annotations__)
def outer2():
    T = "nl"
    class C:
        type Alias[T] = T
        def f[T](self, a: T): pass
        T = "late"
    return C
C = outer2()
print(C.Alias.__value__, C.f.__annotations__)
def outer3():
    x = "nonlocal"
    class Cls:
        global x
        type Alias = x
    Cls.x = "class"
    class D:
        nonlocal x
        type Alias = x
        x = "n2"
    return Cls, D
a, d = outer3()
print(a.Alias.__value__, d.Alias.__value__)
class C:
    T = "class"
    type A1 = (T for _ in (1,))
    type A2[T] = [T for _ in (1,)]
    type A3 = [T for _ in T]
    def m(self, a: [T for _ in [1]], b: [lambda: T for T in T][0]()): pass
print(list(C.A1.__value__), C.A2.__value__, C.A3.__value__)
print(C.m.__annotations__)
class Mangled:
    class __P: pass
    __f: __P
    def g[__T](self, a: __P, b: __T) -> "__P": pass
    type A = __P
print(Mangled.__annotations__, Mangled.g.__annotations__, Mangled.g.__type_params__, Mangled.A.__value__)
class Foo[__T]:
    param = __T
    def meth[__U](self, arg: __T, arg2: __U):
        return (__T, __U)
    type Alias[__V] = (__T, __V)
print(Foo.__type_params__, Foo.param, Foo().meth(1,2), Foo.Alias.__value__)
class Foo[__T, __U: __T](list[__T]):
    pass
print(Foo.__type_params__, Foo.__orig_bases__)
def f():
    class A:
        def m[T](self): return __class__, T
        type X = __class__
    return A().m(), A.X.__value__
print(f())
namespace = {}
exec("type Alias[T] = T", namespace)
print(namespace["Alias"].__module__, namespace["Alias"].__type_params__[0].__module__)
