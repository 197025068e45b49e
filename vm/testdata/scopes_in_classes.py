# Names in class bodies: comprehensions, annotation scopes, type parameters and private names.

class C:
    print([__class__ for _ in [1]] if 0 else 'skip')
def f():
    class C:
        y = [lambda: __class__ for _ in [1]]
        def m(self): return [__class__ for _ in [1]]
    return C, C.y[0](), C().m()
print(f())
class _C:
    items=[lambda: i for i in range(3)]
    y=[x() for x in items]
print(_C.y)
try:
    class D:
        res = [__class__ for x in [1]]
except NameError as e: print(type(e), e)
__class__=2
try:
    class D:
        res = [__class__ for x in [1]]
    print(D.res)
except NameError as e: print(type(e), e)
def g():
    __class__ = 5
    class D:
        res = [__class__ for x in [1]]
    return D.res
try: print(g())
except NameError as e: print(type(e), e)
class E:
    __class__ = 7
    res = [__class__ for x in [1]]
print(E.res)
class F:
    class _Inner: pass


def nested():
    x = 3
    return [x for [x**x for x in range(x)][x - 1] in [1, 2, 3]]


print(nested())
