class Pair[K, V = int](Base):
    def swap[T: str](self, x: T = 1) -> "Pair[V, K]":
        return T


def first[X, *Ts, **P](xs: list[X]) -> X:
    return xs[0]


type Shape[N] = tuple[N, ...]
type Plain = int | str
