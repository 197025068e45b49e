# typing_extensions: the names of typing, and its own.
import typing, typing_extensions as te
from typing_extensions import (Annotated, Literal, Protocol, TypedDict, Self, ParamSpec, TypeAlias, override, final, runtime_checkable, Unpack, NotRequired, Required,
    assert_never, get_type_hints, get_origin, get_args, TypeGuard, dataclass_transform, deprecated, Concatenate, Never, Doc, Sentinel, Callable, Deque, DefaultDict)
print(te.Literal is typing.Literal, te.Protocol is typing.Protocol, te.get_origin(te.Annotated[int, Doc("x")]), te.get_args(te.Annotated[int, Doc("x")]))
@runtime_checkable
class P(Protocol):
    def f(self) -> int: ...
class A:
    def f(self): return 1
print(isinstance(A(), P), isinstance(1, P))
MISSING = Sentinel("MISSING")
print(MISSING, te.runtime is typing.runtime_checkable)
class TD(TypedDict):
    a: Required[int]
    b: NotRequired[str]
print(TD(a=1), sorted(TD.__required_keys__), get_type_hints(TD))
@deprecated("use g")
def f(): return 3
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); print(f(), w[0].message, f.__deprecated__)
try: assert_never(3)
except AssertionError as e: print(e)
