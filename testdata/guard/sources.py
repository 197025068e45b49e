# Sources: where a guarded value comes from, as the name that the guard has, and the kind that its number tells.
import torch
from torch._dynamo.guards import GuardBuilder
from torch._dynamo.source import (AttrSource, ConstantSource, DictGetItemSource, EphemeralSource, GetItemSource, GlobalSource, GradSource, LocalSource, NNModuleSource,
    RandomValueSource, ShapeEnvSource, SyntheticLocalSource, TensorProperty, TensorPropertySource, TypeSource, UnspecializedNNModuleSource,
    UnspecializedBuiltinNNModuleSource, BackwardStateSource, FSDPNNModuleSource, TempLocalSource, ListGetItemSource, DefaultsSource, CallFunctionNoArgsSource,
    GlobalWeakRefSource, NegateSource, ConvertIntSource, is_constant_source, is_from_local_source, CellContentsSource, ClosureSource, CodeSource, ConstDictKeySource, ParamBufferSource, TypeDictSource, TypeMROSource, WeakRefCallSource, GenericAttrSource, FloatTensorSource, NumpyTensorSource, OptimizerSource, SkipGuardSource, TorchFunctionModeStackSource, ImportSource, GlobalStateSource, TupleIteratorGetItemSource, NonSerializableSetGetItemSource, DictSubclassGetItemSource, LocalCellSource, CallMethodItemSource, SubclassAttrListSource, DataclassFieldsSource, NamedTupleFieldsSource, UnspecializedParamBufferSource, DynamicScalarSource, is_from_unspecialized_nn_module_source, is_from_optimizer_source, is_from_defaults)
from torch._guards import ChainedSource, Guard, GuardSource

for kind in GuardSource:
    print(kind.value, kind.name, kind.is_local(), kind.is_fsdp_module(), kind.is_specialized_nn_module(), kind.is_unspecialized_nn_module(), kind.is_unspecialized_builtin_nn_module())


def name(source):
    try:
        text = source.name
        return text() if callable(text) else text
    except Exception as e:
        return type(e).__name__


def kind(source):
    try:
        value = source.guard_source
        value = value() if callable(value) else value
        return value.name
    except Exception as e:
        return type(e).__name__


x, g = LocalSource("x"), GlobalSource("g")
for s in (x, g, AttrSource(x, "w"), GetItemSource(x, 0), GetItemSource(x, "k"), GetItemSource(GetItemSource(x, "k"), 1), DictGetItemSource(x, "k"), ListGetItemSource(x, 2),
          GradSource(x), TypeSource(x), ConstantSource("c"), RandomValueSource(0), ShapeEnvSource(), SyntheticLocalSource("s"), EphemeralSource("weight"), EphemeralSource(), BackwardStateSource(),
          TensorPropertySource(x, TensorProperty.SIZE, 0), TensorPropertySource(x, TensorProperty.STRIDE, 1), TensorPropertySource(x, TensorProperty.STORAGE_OFFSET),
          NNModuleSource(x), NNModuleSource(g), UnspecializedNNModuleSource(x), UnspecializedNNModuleSource(g), UnspecializedBuiltinNNModuleSource(x), UnspecializedBuiltinNNModuleSource(g),
          FSDPNNModuleSource(x), FSDPNNModuleSource(g), AttrSource(NNModuleSource(x), "weight"), TempLocalSource("tmp"), DefaultsSource(x, 0), DefaultsSource(x, "k", is_kw=True),
          CallFunctionNoArgsSource(x), GlobalWeakRefSource("w"), NegateSource(x), ConvertIntSource(x), CellContentsSource(x, 'cell_contents', 'k'), ClosureSource(x), CodeSource(x), ConstDictKeySource(x, 1), ParamBufferSource(x, 'w'), TypeDictSource(x), TypeMROSource(x), WeakRefCallSource(x), GenericAttrSource(x, 'w'), FloatTensorSource(x), NumpyTensorSource(x), OptimizerSource(x), SkipGuardSource(x), TorchFunctionModeStackSource(1), ImportSource('torch'), GlobalStateSource(), TupleIteratorGetItemSource(x, 2), NonSerializableSetGetItemSource(x, 0), DictSubclassGetItemSource(x, 'k'), LocalCellSource('c'), CallMethodItemSource(x), SubclassAttrListSource(x), DataclassFieldsSource(x), NamedTupleFieldsSource(x), UnspecializedParamBufferSource(x, 'w'), AttrSource(AttrSource(x, 'a'), 'c-d'), GetItemSource(x, ConstDictKeySource(x, 0)), DictGetItemSource(x, ConstDictKeySource(x, 0)), GetItemSource(x, slice(1, 2)), AttrSource(GlobalSource('g'), 'w')):
    print(type(s).__name__, name(s), kind(s), isinstance(s, ChainedSource), is_constant_source(s))
print(x == LocalSource("x"), hash(x) == hash(LocalSource("x")), x == g, GetItemSource(x, 0).base is x)
for source in (x, AttrSource(g, "w")):
    guard = source.make_guard(GuardBuilder.TYPE_MATCH)
    print(type(guard).__name__, guard.name, guard.source.name, guard.create_fn_name(), guard.is_specialized_nn_module(), guard.is_local(), guard.sort_key()[:4])
for source in (ConstantSource("c"), EphemeralSource("e")):
    try:
        print(source.make_guard(GuardBuilder.EQUALS_MATCH))
    except Exception as e:
        print(type(e).__name__)
seen = []
class FakeBuilder:
    pass
Guard(x, lambda builder, guard: seen.append((type(builder).__name__, guard.name))).create(FakeBuilder())
print(seen)
print(sorted(n for n in dir(GuardBuilder) if n.isupper()))
