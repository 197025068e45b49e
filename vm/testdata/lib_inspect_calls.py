# Inspection: how classes and objects are called, what their members are, frames with their values, comments.
import copy
import functools
import inspect


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Meta(type):
    def __call__(cls, q, *, r=2):
        return super().__call__()


class ByMeta(metaclass=Meta):
    def __init__(self, never):
        pass


class ByNew:
    def __new__(cls, a, b=1):
        return super().__new__(cls)


class Base:
    def __init__(self, x, /, y: int, *z, k=3, **w) -> None:
        self.x = x

    @property
    def prop(self):
        return 1

    @classmethod
    def make(cls, n):
        return cls(n, n)

    @staticmethod
    def help(m):
        return m

    data = 5

    def __call__(self, call):
        return call


class Derived(Base):
    def own(self):
        return self.x


class StaticInit:
    @staticmethod
    def __init__(a, b):
        pass


class PartialCall:
    __call__ = functools.partial(lambda self, u, v: None, v=1)


for obj in ByMeta, ByNew, Base, Derived, Derived.make, Derived.help, Derived(1, 2), Derived(1, 2).own, StaticInit, PartialCall(), functools.partial(Derived, 1), object:
    attempt(lambda: inspect.signature(obj))
sig = inspect.signature(Base)
print(copy.replace(sig, return_annotation=int), copy.replace(sig.parameters["y"], name="why"))


def hinted(a: "int", b: "list[str]" = None) -> "Base":
    pass


print(inspect.signature(hinted), inspect.signature(hinted, eval_str=True))
for call in (lambda: inspect.getcallargs(hinted), lambda: inspect.getcallargs(hinted, 1, 2, 3), lambda: inspect.getcallargs(Derived(1, 2).own, 5),
             lambda: inspect.getcallargs(hinted, 1, a=2), lambda: inspect.getcallargs(hinted, 1, c=2), lambda: inspect.getcallargs(hinted, 1)):
    attempt(call)
for item in inspect.classify_class_attrs(Derived):
    if not item.name.startswith("__"):
        print(item.name, item.kind, item.defining_class.__name__)
print([name for name, _ in inspect.getmembers_static(Derived(1, 2)) if not name.startswith("__")])
print(type(inspect.getattr_static(Derived(1, 2), "prop")).__name__, inspect.getattr_static(Derived(1, 2), "x"), inspect.getattr_static(Derived, "nope", "none"))
print(inspect.getclasstree([Derived, Base, ByNew]))


def frames(one, *two, three=3, **four):
    frame = inspect.currentframe()
    print(inspect.formatargvalues(*inspect.getargvalues(frame)), inspect.getargs(frame.f_code))
    try:
        fail(one)
    except ValueError:
        return [(f.function, f.code_context[0].strip(), f.index) for f in inspect.trace()]


def fail(n):
    raise ValueError(n)


print(frames(1, 2, five=5))
info = inspect.getframeinfo(inspect.currentframe(), context=3)
print(info.function, len(info.code_context), info.index, info.code_context[1].strip()[:20])
# A comment
#   of two lines
def commented():
    pass


print(repr(inspect.getcomments(commented)), inspect.getcomments(fail), inspect.ispackage(inspect), inspect.isclass(Meta))
attempt(lambda: inspect.getclosurevars(3))
