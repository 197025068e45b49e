"""Classes of values that the tracer knows, by the names that explain and errors show.

The tracer is native; these classes stand for its values where tests make or name them.
"""


class VariableTracker:
    """A value of traced code."""

    def __init__(self, *, source=None, mutation_type=None):
        self.source = source
        self.mutation_type = mutation_type

    def is_python_constant(self):
        return False

    def as_python_constant(self):
        raise NotImplementedError(f"{self} is not a constant")

    def python_type(self):
        raise NotImplementedError(f"{self} has no type")

    def __repr__(self):
        return f"{type(self).__name__}()"


class ConstantVariable(VariableTracker):
    """A constant: number, text, None and the like."""

    @staticmethod
    def create(value, **kwargs):
        return ConstantVariable(value, **kwargs)

    def __init__(self, value, **kwargs):
        super().__init__(**kwargs)
        if not ConstantVariable.is_base_literal(value) and not isinstance(value, (type, slice)) and not ConstantVariable.is_literal(value):
            raise AssertionError(f"Cannot construct `ConstantVariable` for value of type {type(value)}.")
        self.value = value

    def is_python_constant(self):
        return True

    def as_python_constant(self):
        return self.value

    def python_type(self):
        return type(self.value)

    def __repr__(self):
        return f"ConstantVariable({type(self.value).__name__}: {self.value!r})"

    @staticmethod
    def is_base_literal(obj):
        return obj is None or type(obj) in (int, float, bool, str, bytes, complex, type(...), type(NotImplemented)) or hasattr(obj, "is_floating_point") and not hasattr(obj, "shape")

    @staticmethod
    def is_literal(obj):
        if type(obj) in (list, tuple, set, frozenset):
            return all(ConstantVariable.is_literal(x) for x in obj)
        return ConstantVariable.is_base_literal(obj)


def _classes(names, base=VariableTracker):
    for name in names.split():
        globals()[name] = type(name, (base,), {"__module__": __name__})


_classes("TensorVariable SymNodeVariable BuiltinVariable UserDefinedVariable NNModuleVariable UnspecializedNNModuleVariable SuperVariable LazyVariableTracker "
         "TorchInGraphFunctionVariable SkipFunctionVariable PythonModuleVariable GetAttrVariable NullVariable CellVariable LambdaVariable UnknownVariable "
         "BaseUserFunctionVariable ContextWrappingVariable IteratorVariable ExceptionVariable AutogradFunctionVariable TorchHigherOrderOperatorVariable "
         "NumpyNdarrayVariable OptimizerVariable DeletedVariable EnumVariable")
_classes("UserDefinedClassVariable UserDefinedObjectVariable", UserDefinedVariable)
_classes("UserFunctionVariable UserMethodVariable NestedUserFunctionVariable FunctoolsPartialVariable LocalGeneratorFunctionVariable LocalGeneratorObjectVariable", BaseUserFunctionVariable)
_classes("BaseListVariable ConstDictVariable SetVariable", VariableTracker)
_classes("ListVariable TupleVariable NamedTupleVariable SizeVariable SliceVariable RangeVariable DequeVariable", BaseListVariable)
_classes("DefaultDictVariable OrderedDictVariable", ConstDictVariable)
_classes("FrozensetVariable DictKeySetVariable", SetVariable)
_classes("GradModeVariable GenericContextWrappingVariable InferenceModeVariable", ContextWrappingVariable)


def _graph_functions():
    """Functions of operator, and abs, that become nodes of graphs as they are."""
    import operator

    names = """abs add and_ eq floordiv ge getitem gt iadd iand ifloordiv ilshift imatmul imod imul invert ior ipow irshift isub itruediv ixor le length_hint
        lshift lt matmul mod mul ne neg not_ or_ pos pow rshift sub truediv xor"""
    return {abs if name == "abs" else getattr(operator, name) for name in names.split()}


BuiltinVariable._fx_graph_functions = staticmethod(_graph_functions)
