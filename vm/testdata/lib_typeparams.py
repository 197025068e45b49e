class Pair[K, V = int]:
    def __init__(self, k: K, v: V):
        self.k, self.v = k, v

    def m[T](self, x: T, y: K = None, *, z: "V" = 3) -> list[T]:
        return [x, z]


print(Pair.__type_params__, Pair[int, str], Pair.__parameters__, Pair.m.__qualname__, Pair.m.__type_params__, Pair(1, 2).m(3))
print(Pair.m.__annotations__, Pair.__qualname__, Pair.__mro__)


def first[X](xs: list[X], d=5) -> X:
    def inner():
        return X

    return xs[0], inner(), d


print(first([1]), first.__type_params__, first.__name__, first.__qualname__, first.__defaults__)
type A[T] = dict[str, T]
type B = int | str
print(A, A.__value__, A.__type_params__, B, B.__value__, B.__name__)


def deco(f):
    print("deco", f.__name__)
    return f


@deco
def g[T: (int, str), *Ts, **P](a: T):
    return a


class D[T](Pair[T, int], metaclass=type):
    pass


print(g.__type_params__, g.__type_params__[0].__constraints__, D.__mro__, D.__parameters__, D[int](1, 2).k)
