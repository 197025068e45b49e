# Small things of typing, unions and code objects.
import typing
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
attempt(lambda: isinstance(b'', typing.SupportsBytes))
attempt(lambda: isinstance(1j, typing.SupportsComplex))
attempt(lambda: isinstance(1, typing.SupportsRound))
attempt(lambda: typing.GenericAlias)
attempt(lambda: (int|str).__name__)
attempt(lambda: (int|str).__qualname__)
def bad():
    class X(int|str): pass
attempt(bad)
def f(a,
      b): return a + b
attempt(lambda: list(f.__code__.co_positions())[-1])
attempt(lambda: f.__code__.__replace__(co_name='z').co_name)
attempt(lambda: [x for x in f.__code__.co_lines()][0].__class__)
@typing.no_type_check
def f(a: "nope"): pass
print(typing.get_type_hints(f), f.__no_type_check__)
@typing.no_type_check
class C:
    x: "nope"
    def m(self, a: "nope2"): pass
    class D:
        y: "nope3"
print(typing.get_type_hints(C), typing.get_type_hints(C.m), typing.get_type_hints(C.D))
