from typing import *

print(List[int], Dict[str, int], Optional[int], Union[int, str], Callable[[int], str], Callable[..., int], Tuple[int, ...], Any)
print(Literal["a", 1], ClassVar[int], Iterable[int], Type[int], Annotated[int, "x"], Optional["Foo"], Final, Self)


class P(NamedTuple):
    x: int
    y: str = "a"

    def m(self):
        return self.x


class TD(TypedDict, total=False):
    a: int
    b: str


print(P(1), P(1).m(), P._fields, P._field_defaults, P.__annotations__, TD(a=1), TD.__total__, TD.__annotations__)
T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self):
        self.items = []

    def push(self, x: T) -> None:
        self.items.append(x)


s = Stack[int]()
s.push(1)
print(s.items, Stack[int], Stack.__parameters__, T)


@runtime_checkable
class Closes(Protocol):
    def close(self) -> None: ...


class R:
    def close(self):
        pass


def f(a: int, b: "str" = "x") -> Optional[int]: ...


print(isinstance(R(), Closes), isinstance(3, Closes), get_origin(List[int]), get_args(Dict[str, int]))
print(f.__annotations__, get_type_hints(f), get_type_hints(P), cast(int, "a"), NewType("U", int)(3))
try:
    Closes()
except TypeError as e:
    print(e)
