# Decorators with state and arguments, wraps, closures over loops, caches, classes as decorators.
import functools
import inspect


def traced(label=None, *, times=1):
    def wrap(fn):
        calls = 0

        @functools.wraps(fn)
        def inner(*args, **kwargs):
            nonlocal calls
            calls += 1
            results = [fn(*args, **kwargs) for _ in range(times)]
            print(f"{label or fn.__name__}#{calls}", args, kwargs, "->", results)
            return results[-1]

        inner.calls = lambda: calls
        return inner
    return wrap


@traced("area", times=2)
def area(w, /, h=2, *, unit="m"):
    """Area of a box."""
    return f"{w * h}{unit}"


area(3)
area(3, unit="cm", h=1)
print(area.__name__, area.__doc__, area.calls(), inspect.signature(area), area.__wrapped__(1))
try:
    area(w=3)
except TypeError as e:
    print(e)


class memo:
    def __init__(self, fn):
        self.fn, self.cache = fn, {}
        functools.update_wrapper(self, fn)

    def __call__(self, *args):
        if args not in self.cache:
            self.cache[args] = self.fn(*args)
        return self.cache[args]

    def __get__(self, obj, owner):
        return functools.partial(self, obj)


@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Grid:
    @memo
    def paths(self, r, c):
        return 1 if 0 in (r, c) else self.paths(r - 1, c) + self.paths(r, c - 1)

    @functools.cached_property
    def size(self):
        print("computing")
        return 10

    @staticmethod
    @functools.lru_cache(maxsize=2)
    def square(n):
        return n * n


g = Grid()
print(fib(80), len(fib.cache), g.paths(10, 10), g.size, g.size, vars(g))
print([Grid.square(n) for n in (1, 2, 1, 3, 1)], Grid.square.cache_info())
adders = [lambda x: x + i for i in range(3)]
fixed = [functools.partial(lambda i, x: x + i, i) for i in range(3)]
print([f(10) for f in adders], [f(10) for f in fixed])


@functools.singledispatch
def show(v):
    return f"object {v!r}"


@show.register
def _(v: int):
    return f"int {v}"


@show.register(list)
def _(v):
    return "[" + ", ".join(map(show, v)) + "]"


print(show([1, "a", [2.5, True]]))
