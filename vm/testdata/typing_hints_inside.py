# typing.get_type_hints: forward references inside of what is subscripted.
import typing
from typing import *
class X: pass
def f(a: "List['X']", b: List["X"], c: list["X"], d: Optional["X"], e: Dict[str, "list[X]"], g: "X | None", h: Union["X", int], i: Callable[["X"], int], j: Tuple["X", ...], k: Annotated["X", 1], l: Type["X"], m: Literal["X"], n: ClassVar["X"] = None): pass
for k, v in typing.get_type_hints(f).items(): print(k, v)
print(typing._eval_type("X", globals(), None) if False else typing._eval_type(typing.ForwardRef("X"), globals(), None, type_params=()), typing._eval_type(List["X"], globals(), None, type_params=()), typing._eval_type(int, {}, {}, type_params=()), typing._eval_type(Optional[List["X"]], globals(), {}, type_params=()))
