# typing: how forms print and what they refuse; generics, protocols, named tuples, typed dictionaries.
from typing import *
import typing, collections.abc, types, sys
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
T = TypeVar('T'); K = TypeVar('K', bound=int); V = TypeVar('V', int, str); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
for x in [List[int], Dict[str, List[int]], Optional[int], Union[int, str, None], Callable[[int], str], Callable[..., int], Tuple[int, ...], Tuple[()], Type[int], Any, ClassVar[int], Final[int], Literal[1, 'a', None], Annotated[int, 'x'], NoReturn, Never, Self, LiteralString, T, K, V, P, Ts, P.args, Unpack[Ts], Iterable[T], Generator[int, str, None], Awaitable[int], DefaultDict[str, int], Deque[int], Counter[str], OrderedDict[int, str], ChainMap[int, int], Concatenate[int, P], TypeGuard[int], Required[int], NotRequired[int], Mapping[str, T], Sequence, SupportsInt, Text, AnyStr, IO[str], Pattern[str], Protocol, Generic, Protocol[T], Generic[T], Iterator[int], AbstractSet[int], Set[int], FrozenSet[int], list[int], dict[str, T], type[int], tuple[int, ...], int | str, List[int] | None, 'int' if 0 else Optional['Fwd'], ForwardRef('x')]:
    print(repr(x).replace('<typing.', '<'), end='; ')
print()
class G(Generic[T]):
    def f(self, x: T) -> T: return x
class H(G[int], Generic[K]): pass
print(G[int], H[int], G.__parameters__, H.__parameters__, G[int].__args__, G[int].__origin__, H.__orig_bases__, G[int]().__orig_class__, H.__mro__); t(lambda: G[int, str]); t(lambda: Generic[int]); t(lambda: Generic[T, T]); t(lambda: G[T][int]); t(lambda: Dict[T, K][str, bool]); t(lambda: List[int][str]); t(lambda: List[int, str]); t(lambda: Dict[int]); t(lambda: Optional[1]); t(lambda: Optional[int, str]); t(lambda: Union[()]); t(lambda: Callable[int]); t(lambda: Callable[[int]]); t(lambda: Callable[int, str]); t(lambda: ClassVar[1]); t(lambda: isinstance(1, List[int])); t(lambda: isinstance([], List)); t(lambda: issubclass(list, Sequence)); t(lambda: isinstance(1, Union[int, str])); t(lambda: isinstance(1, Any)); t(lambda: List()); t(lambda: List[int]()); t(lambda: Any()); t(lambda: Union()); t(lambda: type('X', (Any,), {})); t(lambda: TypeVar('T', int)); t(lambda: TypeVar('T', bound=int, covariant=True, contravariant=True)); t(lambda: TypeVar('T', covariant=True)); t(lambda: Literal[[]]); t(lambda: Literal[1] == Literal[1]); t(lambda: get_origin(List[int])); t(lambda: get_args(Dict[str, int])); t(lambda: get_args(Callable[[int], str])); t(lambda: get_origin(int | str)); t(lambda: get_origin(int)); t(lambda: get_args(Literal[1, 2])); t(lambda: get_args(Annotated[int, 'x', 3])); t(lambda: cast(int, 'x')); t(lambda: NewType('U', int)(5)); t(lambda: NewType('U', int)); t(lambda: assert_type(1, int)); t(lambda: reveal_type.__name__); t(lambda: overload(lambda: 0)()); t(lambda: final(G) is G); t(lambda: no_type_check(G) is G); t(lambda: Union[int, bool, int]); t(lambda: Union[int]); t(lambda: hash(Union[int, str]) == hash(Union[str, int])); t(lambda: Union[int, str] == Union[str, int]); t(lambda: assert_never(3)); t(lambda: get_overloads(t)); t(lambda: is_typeddict(int)); t(lambda: T.__bound__); t(lambda: K.__bound__); t(lambda: V.__constraints__); t(lambda: T.__name__); t(lambda: T.has_default()); t(lambda: TypeVar('D', default=int).__default__); t(lambda: NoDefault); t(lambda: get_protocol_members(SupportsInt)); t(lambda: is_protocol(SupportsInt)); t(lambda: T | int); t(lambda: List[T] | None); t(lambda: 'x' | T)
def f(a: int, b: 'str' = 'x', *args: float, **kw: 'G[int]') -> Optional[int]: ...
print(get_type_hints(f))
class Pt(NamedTuple):
    "doc"
    x: int
    y: str = 'q'
    def m(self): return self.x
print(Pt(1), Pt(1, 'z')._asdict(), Pt._fields, Pt._field_defaults, Pt.__annotations__, Pt(5).m(), Pt.__doc__, Pt(1)._replace(x=3), Pt(1) == (1, 'q'), Pt.__mro__); t(lambda: Pt()); t(lambda: Pt(1)._replace(z=1)); t(lambda: NamedTuple('Q', [('a', int)])(3)); t(lambda: NamedTuple('Q', a=int)); t(lambda: type('W', (Pt,), {})(1)); t(lambda: Pt._make([1])); t(lambda: Pt._make([1, 2]))
class TD(TypedDict):
    a: int
    b: NotRequired[str]
class TE(TD, total=False): c: List[int]
print(TD(a=1), TD.__total__, TD.__required_keys__, TD.__optional_keys__, sorted(TE.__annotations__), TE.__optional_keys__ == {'b', 'c'}, TD.__annotations__, type(TD(a=1))); t(lambda: isinstance({}, TD)); t(lambda: TypedDict('Z', {'x': int})(x=3)); t(lambda: TD({'q': 1}))
@runtime_checkable
class Pr(Protocol):
    def close(self) -> None: ...
class Impl:
    def close(self): pass
class NP(Protocol): x: int
print(isinstance(Impl(), Pr), isinstance(3, Pr), issubclass(Impl, Pr)); t(lambda: isinstance(3, NP)); t(lambda: Pr()); t(lambda: issubclass(Impl, NP)); t(lambda: type('B', (Protocol, Impl), {})); t(lambda: runtime_checkable(Impl))
class Sub(Pr): pass
print(Sub().close(), Sub.__mro__, Pr.__protocol_attrs__ if hasattr(Pr, '__protocol_attrs__') else '')
type Alias[T] = list[T]; print(Alias, Alias[int], Alias.__value__, Alias.__type_params__, get_origin(Alias[int]) is Alias)
