"""Paths on which values are reached, as guards name them."""

import dataclasses
import enum

from torch._guards import ChainedSource, GuardSource, Source

source = dataclasses.dataclass(frozen=True)  # sources compare and hash by what they are made of


class _Rooted:
    """A source that begins a path: its kind and its name are those of its class."""

    kind, template = None, None

    @property
    def guard_source(self):
        if self.kind is None:
            raise NotImplementedError
        return self.kind

    @property
    def name(self):
        if self.template is None:
            raise NotImplementedError
        return self.template.format(self)


class _Named:
    """A source behind another one: {0} of the template is its base, {1} the source itself."""

    template = "{0}"

    @property
    def name(self):
        return self.template.format(self.base.name, self)


# Where paths begin.


@source
class LocalSource(_Rooted, Source):
    local_name: str
    is_input: bool = False
    dynamism: object = None
    is_derefed_cell_contents: bool = False
    is_varargs: bool = dataclasses.field(default=False, repr=False)
    is_varkw: bool = dataclasses.field(default=False, repr=False)
    kind, template = GuardSource.LOCAL, "L[{0.local_name!r}]"


@source
class LocalCellSource(_Rooted, Source):
    local_name: str


@source
class TempLocalSource(_Rooted, Source):
    local_name: str
    kind = GuardSource.TEMP_LOCAL


@source
class SyntheticLocalSource(_Rooted, Source):
    local_name: str
    kind, template = GuardSource.SYNTHETIC_LOCAL, "SYNTHETIC_LOCAL[{0.local_name!r}]"


@source
class GlobalSource(_Rooted, Source):
    global_name: str
    kind, template = GuardSource.GLOBAL, "G[{0.global_name!r}]"


@source
class GlobalWeakRefSource(_Rooted, Source):
    global_name: str
    kind, template = GuardSource.GLOBAL, "G[{0.global_name!r}]()"


@source
class ImportSource(_Rooted, Source):
    module_name: str
    kind, template = GuardSource.GLOBAL, "__import__({0.module_name!r})"


@source
class TorchFunctionModeStackSource(_Rooted, Source):
    ind: int
    kind, template = GuardSource.GLOBAL, "___get_torch_function_mode_stack_at({0.ind})"


@source
class RandomValueSource(_Rooted, Source):
    random_call_index: int
    kind, template = GuardSource.RANDOM_VALUE, "random_value_{0.random_call_index}"


@source
class ConstantSource(_Rooted, Source):
    source_name: str
    kind, template = GuardSource.CONSTANT, "{0.source_name}"

    def make_guard(self, fn):
        raise NotImplementedError


@source
class EphemeralSource(_Rooted, Source):
    desc: str = None
    kind = GuardSource.EPHEMERAL

    @property
    def name(self):
        return "<ephemeral" + (": " + self.desc if self.desc is not None else "") + ">"

    def is_ephemeral(self):
        return True

    def make_guard(self, fn):
        raise NotImplementedError


@source
class GlobalStateSource(_Rooted, Source):
    kind, template = GuardSource.GLOBAL, ""


@source
class ShapeEnvSource(_Rooted, Source):
    kind, template = GuardSource.SHAPE_ENV, ""


@source
class BackwardStateSource(_Rooted, Source):
    kind, template = GuardSource.BACKWARD_STATE, ""


# Attributes.


@source
class AttrSource(ChainedSource):
    member: str

    def __post_init__(self):
        if "." in self.member:
            raise AssertionError(f"an AttrSource is one step, {self.member!r} is several")

    @property
    def name(self):
        if not self.member.isidentifier():
            return f"getattr({self.base.name}, {self.member!r})"
        return f"{self.base.name}.{self.member}"


@source
class CellContentsSource(AttrSource):
    freevar_name: str = ""


@source
class ParamBufferSource(AttrSource):
    """A parameter or buffer of a module that the code is made for."""

    @property
    def guard_source(self):
        return _of_module(self.base.guard_source, "SPECIALIZED_NN_MODULE")


@source
class UnspecializedParamBufferSource(AttrSource):
    pass


@source
class GenericAttrSource(_Named, ChainedSource):
    member: str
    template = "object.__getattribute__({0}, {1.member!r})"


@source
class GradSource(_Named, ChainedSource):
    member: str = "grad"
    template = "{0}.{1.member}"


# Elements.


@source
class GetItemSource(ChainedSource):
    index: object
    index_is_slice: bool = False

    def __post_init__(self):
        if isinstance(self.index, slice):  # slices have no hash
            object.__setattr__(self, "index", self.index.__reduce__())
            object.__setattr__(self, "index_is_slice", True)

    @property
    def name(self):
        if isinstance(self.index, Source):
            raise AssertionError("the index of a GetItemSource is no source")
        if self.index_is_slice:
            make, bounds = self.index
            return f"{self.base.name}[{make(*bounds)!r}]"
        return f"{self.base.name}[{self.index!r}]"


@source
class ListGetItemSource(GetItemSource):
    """An element of a list whatever its class makes of subscripts."""

    @property
    def name(self):
        return f"list.__getitem__({self.base.name}, {self.index!r})"


@source
class TupleIteratorGetItemSource(GetItemSource):
    @property
    def name(self):
        return f"___tuple_iterator_getitem({self.base.name}, {self.index!r})"


@source
class DictGetItemSource(ChainedSource):
    index: object

    @property
    def name(self):
        return f"{self.base.name}[{self.index.name if isinstance(self.index, Source) else repr(self.index)}]"


@source
class DictSubclassGetItemSource(DictGetItemSource):
    pass


@source
class ConstDictKeySource(_Named, ChainedSource):
    index: object
    template = "list(dict.keys({0}))[{1.index!r}]"

    def is_dict_key(self):
        return True


@source
class NonSerializableSetGetItemSource(_Named, ChainedSource):
    index: object
    template = "___set_getitem({0}, {1.index!r})"

    def is_dict_key(self):
        return False


# Parts of functions and classes.


@source
class DefaultsSource(ChainedSource):
    idx_key: object
    is_kw: bool = False
    field = property(lambda self: "__kwdefaults__" if self.is_kw else "__defaults__")

    @property
    def name(self):
        return f"{self.base.name}.{self.field}[{self.idx_key!r}]"


@source
class ClosureSource(_Named, ChainedSource):
    template = "{0}.__closure__"


@source
class CodeSource(_Named, ChainedSource):
    template = "{0}.__code__"


@source
class TypeSource(_Named, ChainedSource):
    template = "type({0})"


@source
class TypeDictSource(_Named, ChainedSource):
    template = "dict({0}.__dict__)"


@source
class TypeMROSource(_Named, ChainedSource):
    template = "{0}.__mro__"


@source
class DataclassFieldsSource(_Named, ChainedSource):
    template = "___dataclass_fields({0})"


@source
class NamedTupleFieldsSource(_Named, ChainedSource):
    template = "___namedtuple_fields({0})"


# What a call makes of a value.


@source
class WeakRefCallSource(_Named, ChainedSource):
    template = "{0}()"


@source
class CallFunctionNoArgsSource(WeakRefCallSource):
    pass


@source
class CallMethodItemSource(_Named, ChainedSource):
    template = "{0}.item()"


@source
class NegateSource(_Named, ChainedSource):
    template = "{0}.__neg__()"


@source
class ConvertIntSource(_Named, ChainedSource):
    template = "cast_symbool_to_symint_guardless({0})"


@source
class FloatTensorSource(_Named, ChainedSource):
    template = "___as_tensor({0})"


@source
class NumpyTensorSource(_Named, ChainedSource):
    template = "___from_numpy({0})"


@source
class SubclassAttrListSource(_Named, ChainedSource):
    template = "{0}.__tensor_flatten__()[0]"


class TensorProperty(enum.Enum):
    SIZE = 0
    STRIDE = 1
    STORAGE_OFFSET = 2

    def method_name(self):
        return ("size", "stride", "storage_offset")[self.value]


@source
class TensorPropertySource(ChainedSource):
    prop: TensorProperty
    idx: int = None

    @property
    def name(self):
        if self.prop is TensorProperty.STORAGE_OFFSET:
            return f"{self.base.name}.storage_offset()"
        return f"{self.base.name}.{self.prop.method_name()}()[{self.idx}]"


# Paths that differ in what may be guarded behind them.


@source
class SkipGuardSource(_Named, ChainedSource):
    pass


@source
class OptimizerSource(_Named, ChainedSource):
    pass


def _of_module(outer, module):
    """The kind of what belongs to a module that is reached as outer says."""
    scope = "LOCAL" if outer.is_local() else "GLOBAL"
    return GuardSource[f"{scope}_{module}"]


@source
class NNModuleSource(_Named, ChainedSource):
    module = "SPECIALIZED_NN_MODULE"

    @property
    def guard_source(self):
        return _of_module(self.base.guard_source, self.module)


@source
class UnspecializedNNModuleSource(NNModuleSource):
    module = "UNSPECIALIZED_NN_MODULE"


@source
class UnspecializedBuiltinNNModuleSource(UnspecializedNNModuleSource):
    module = "UNSPECIALIZED_BUILTIN_NN_MODULE"


@source
class FSDPNNModuleSource(NNModuleSource):
    module = "FSDP_MODULE"


def is_constant_source(source):
    return isinstance(source, ConstantSource)


def _passes(source, kind):
    while isinstance(source, ChainedSource):
        if isinstance(source, kind):
            return True
        source = source.base
    return isinstance(source, kind)


def is_from_unspecialized_nn_module_source(source):
    return _passes(source, UnspecializedNNModuleSource)


def is_from_unspecialized_builtin_nn_module_source(source):
    return _passes(source, UnspecializedBuiltinNNModuleSource)


def is_from_optimizer_source(source):
    return _passes(source, OptimizerSource)


def is_from_skip_guard_source(source):
    return _passes(source, SkipGuardSource)


def is_from_defaults(source):
    return _passes(source, DefaultsSource)


def is_from_nonlocal_source(source):
    while isinstance(source, ChainedSource):
        source = source.base
    return not (isinstance(source, LocalSource) and source.is_input)


def is_from_local_source(source, *, only_allow_input=False):
    while isinstance(source, ChainedSource):
        source = source.base
    return isinstance(source, LocalSource) and (not only_allow_input or source.is_input)
