# Annotations with names that are defined later: dataclasses, named tuples, typed dicts, protocols.
from dataclasses import dataclass, field, fields, replace, asdict
import typing
@dataclass
class Node:
    val: int
    next: Node | None = None
    other: list[Node] = field(default_factory=list)
    u: Undefined = 1
print(Node.__doc__)
try: print(Node.__init__.__annotations__)
except NameError as e: print(e)
Undefined = float
print(Node.__init__.__annotations__, Node.__annotations__)
print(typing.get_type_hints(Node), typing.get_type_hints(Node.__init__))
print(Node.__init__.__annotate__(4))
@dataclass
class Sub(Node):
    more: "Node" = None
    cv: typing.ClassVar[Later] = 3
    iv: 'typing.ClassVar[int]' = 3
print(fields(Sub)[-1].name, Sub(1), asdict(Sub(1, Node(2))))
@dataclass(slots=True, frozen=True, order=True)
class Tree:
    left: Tree | None
    right: typing.Optional[Tree] = None
    kids: dict[str, Tree] = field(default_factory=dict)
print(Tree(None, Tree(None)), Tree.__annotations__)
print(Tree.__doc__)
class NT(typing.NamedTuple):
    a: NT | None
    b: int = 2
print(NT(None), NT.__annotations__, typing.get_type_hints(NT))
class TD(typing.TypedDict):
    a: TD
    b: typing.NotRequired[TD]
print(TD.__annotations__, TD.__required_keys__, TD.__optional_keys__)
@typing.runtime_checkable
class Pr(typing.Protocol):
    x: Pr
    def m(self) -> Pr: ...
print(sorted(typing.get_protocol_members(Pr)))
class Both:
    x: Both; y: typing.List[Both]
    def f(self, o: Both) -> Both: ...
print(typing.get_type_hints(Both), typing.get_type_hints(Both.f), Both.__annotations__)
