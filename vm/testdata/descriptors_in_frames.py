# Properties, subscripts and context managers written in Python, which run in frames of the same loop.


class Temperature:
    def __init__(self, celsius):
        self.celsius = celsius

    @property
    def celsius(self):
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273.15:
            raise ValueError("below absolute zero")
        self._celsius = value
        return "ignored"

    fahrenheit = property(lambda self: self.celsius * 9 / 5 + 32)
    writeonly = property(None, lambda self, v: print("write", v))
    bare = property()


class Loud(property):
    def __get__(self, obj, owner=None):
        return f"loud {super().__get__(obj, owner)}"

    def __set__(self, obj, value):
        super().__set__(obj, value * 2)


class UsesLoud:
    def get(self):
        return self._x

    def set(self, value):
        self._x = value

    x = Loud(get, set)


class Grid:
    def __init__(self):
        self.cells = {}

    def __getitem__(self, key):
        return self.cells[key]

    def __setitem__(self, key, value, extra=1):
        self.cells[key] = value, extra
        return NotImplemented


class Manager:
    def __enter__(self):
        return "entered"

    def __exit__(self, kind, value, tb):
        print("exit", kind and kind.__name__)
        return kind is KeyError


class Empty:
    pass


def attempt(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def loop():
    t = Temperature(20)
    for i in range(3):
        t.celsius = t.celsius + i
        print(t.celsius, t.fahrenheit, end=" ")
    t.writeonly = 5
    print(attempt(lambda: t.writeonly), attempt(lambda: t.bare), attempt(lambda: setattr(t, "bare", 1)), sep="; ")
    print(attempt(lambda: setattr(t, "celsius", -300)), attempt(lambda: setattr(t, "fahrenheit", 1)), t.celsius, sep="; ")
    u = UsesLoud()
    for i in range(2):
        u.x = i + 3
        print(u.x, end=" ")
    g = Grid()
    for i in range(3):
        g[i, "k"] = i
        g[i] = g[i, "k"]
        print(g[i], end=" ")
    print(attempt(lambda: g["none"]))
    for error in (None, KeyError, ValueError):
        try:
            with Manager() as m:
                if error:
                    raise error("in the block")
                print(m)
        except ValueError as e:
            print("passed on", e)
    print(type(Empty()).__name__, attempt(lambda: Empty(1)), Empty().__dict__, attempt(lambda: Empty(a=1)), sep="; ")


loop()
