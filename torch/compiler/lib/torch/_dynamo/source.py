"""Paths on which values are reached, as guards name them."""

import dataclasses
import enum


class GuardSource(enum.Enum):
    LOCAL = 0
    GLOBAL = 1
    LOCAL_SPECIALIZED_NN_MODULE = 2
    GLOBAL_SPECIALIZED_NN_MODULE = 3
    CONSTANT = 4
    RANDOM_VALUE = 5
    SHAPE_ENV = 6
    LOCAL_FSDP_MODULE = 7
    GLOBAL_FSDP_MODULE = 8
    BACKWARD_STATE = 9
    EPHEMERAL = 10
    SYNTHETIC_LOCAL = 11
    LOCAL_UNSPECIALIZED_NN_MODULE = 12
    GLOBAL_UNSPECIALIZED_NN_MODULE = 13
    LOCAL_UNSPECIALIZED_BUILTIN_NN_MODULE = 14
    GLOBAL_UNSPECIALIZED_BUILTIN_NN_MODULE = 15


@dataclasses.dataclass(frozen=True)
class Source:
    def is_dict_key(self):
        return False

    def is_ephemeral(self):
        return False

    @property
    def name(self):
        raise NotImplementedError

    def is_input(self):
        return False


@dataclasses.dataclass(frozen=True)
class LocalSource(Source):
    local_name: str
    is_input: bool = False
    dynamism: object = None
    is_derefed_cell_contents: bool = False

    guard_source = GuardSource.LOCAL

    @property
    def name(self):
        return f"L[{self.local_name!r}]"


@dataclasses.dataclass(frozen=True)
class SyntheticLocalSource(Source):
    local_name: str
    guard_source = GuardSource.SYNTHETIC_LOCAL

    @property
    def name(self):
        return f"SYNTHETIC_LOCAL[{self.local_name!r}]"


@dataclasses.dataclass(frozen=True)
class GlobalSource(Source):
    global_name: str
    guard_source = GuardSource.GLOBAL

    @property
    def name(self):
        return f"G[{self.global_name!r}]"


@dataclasses.dataclass(frozen=True)
class ConstantSource(Source):
    source_name: str
    guard_source = GuardSource.CONSTANT

    @property
    def name(self):
        return self.source_name


@dataclasses.dataclass(frozen=True)
class EphemeralSource(Source):
    desc: str = None
    guard_source = GuardSource.EPHEMERAL

    @property
    def name(self):
        return "<ephemeral" + (": " + self.desc if self.desc is not None else "") + ">"

    def is_ephemeral(self):
        return True


@dataclasses.dataclass(frozen=True)
class ChainedSource(Source):
    base: Source

    @property
    def guard_source(self):
        return self.base.guard_source

    def is_dict_key(self):
        return self.base.is_dict_key()

    def is_ephemeral(self):
        return self.base.is_ephemeral()

    def get_base(self):
        current = self
        while isinstance(current, ChainedSource):
            current = current.base
        return current


@dataclasses.dataclass(frozen=True)
class AttrSource(ChainedSource):
    member: str

    @property
    def name(self):
        if not self.member.isidentifier():
            return f"getattr({self.base.name}, {self.member!r})"
        return f"{self.base.name}.{self.member}"


@dataclasses.dataclass(frozen=True)
class GenericAttrSource(ChainedSource):
    member: str

    @property
    def name(self):
        return f"object.__getattribute__({self.base.name}, {self.member!r})"


@dataclasses.dataclass(frozen=True)
class GetItemSource(ChainedSource):
    index: object
    index_is_slice: bool = False

    @property
    def name(self):
        if isinstance(self.index, Source):
            return f"{self.base.name}[{self.index.name}]"
        return f"{self.base.name}[{self.index!r}]"


@dataclasses.dataclass(frozen=True)
class DictGetItemSource(GetItemSource):
    pass


@dataclasses.dataclass(frozen=True)
class ConstDictKeySource(ChainedSource):
    index: object

    @property
    def name(self):
        return f"list(dict.keys({self.base.name}))[{self.index!r}]"

    def is_dict_key(self):
        return True


@dataclasses.dataclass(frozen=True)
class GradSource(ChainedSource):
    member: str = "grad"

    @property
    def name(self):
        return f"{self.base.name}.{self.member}"


@dataclasses.dataclass(frozen=True)
class TypeSource(ChainedSource):
    @property
    def name(self):
        return f"type({self.base.name})"


@dataclasses.dataclass(frozen=True)
class TupleIteratorGetItemSource(GetItemSource):
    @property
    def name(self):
        return f"___tuple_iterator_getitem({self.base.name}, {self.index!r})"


class TensorProperty(enum.Enum):
    SIZE = 0
    STRIDE = 1
    STORAGE_OFFSET = 2

    def method_name(self):
        return ("size", "stride", "storage_offset")[self.value]


@dataclasses.dataclass(frozen=True)
class TensorPropertySource(ChainedSource):
    prop: TensorProperty
    idx: int = None

    @property
    def name(self):
        if self.prop is TensorProperty.STORAGE_OFFSET:
            return f"{self.base.name}.storage_offset()"
        return f"{self.base.name}.{self.prop.method_name()}()[{self.idx}]"


def is_from_local_source(source, *, only_allow_input=False):
    if isinstance(source, ChainedSource):
        return is_from_local_source(source.base, only_allow_input=only_allow_input)
    if not isinstance(source, LocalSource):
        return False
    return not only_allow_input or source.is_input
