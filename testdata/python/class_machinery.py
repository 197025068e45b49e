# Metaclasses, descriptors, __init_subclass__, super() in diamonds, slots, properties.
class Registry(type):
    classes = {}

    def __new__(mcls, name, bases, ns, **kw):
        cls = super().__new__(mcls, name, bases, ns)
        mcls.classes[name] = kw.get("tag", "-")
        return cls

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)

    def __contains__(cls, item):
        return item in cls.allowed


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}, not {type(value).__name__}")
        setattr(obj, self.name, value)


class Base(metaclass=Registry, tag="root"):
    allowed = {"a"}
    size = Typed(int)

    def __init_subclass__(cls, /, unit=None, **kw):
        super().__init_subclass__(**kw)
        cls.unit = unit

    def steps(self):
        return ["Base"]


class Left(Base, tag="l"):
    def steps(self):
        return ["Left"] + super().steps()


class Right(Base, tag="r"):
    def steps(self):
        return ["Right"] + super().steps()


class Both(Left, Right):
    allowed = {"b"}

    def steps(self):
        return ["Both"] + super().steps()


print(Registry.classes, [c.__name__ for c in Both.__mro__], Both().steps(), "a" in Base, "a" in Both, Left.unit)
b = Both()
b.size = 3
print(b.size, vars(b), type(Both.size).__name__)
try:
    b.size = "x"
except TypeError as e:
    print(e)
try:
    class Wrong(Base, Left):
        pass
except TypeError as e:
    print(e)
