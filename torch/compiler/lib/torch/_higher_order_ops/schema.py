"""Schemas of calls of operators that take functions: made of the arguments of one call, since such operators take any number of operands."""

import dataclasses
from typing import Any

import torch
from torch.utils import _pytree as pytree


@dataclasses.dataclass(frozen=True)
class HopArgumentInfo:
    """What a schema says of one argument or result."""

    name: str
    example_value: Any
    default_value: Any
    is_mutated: bool
    kw_only: bool


class HopArgumentInfoGen:
    @staticmethod
    def from_example(example_value, *, name="", default_value=None, is_mutated=False, kw_only=False):
        if default_value is not None and type(example_value) is not type(default_value):
            raise AssertionError(f"example_value type {type(example_value)} doesn't match default_value type: {type(default_value)}")
        return HopArgumentInfo(name, example_value, default_value, is_mutated, kw_only)


class _SymBool:
    """The type of symbolic truths, which types of scripts have not."""

    def str(self):
        return "SymBool"

    def __str__(self):
        return "bool"


class CTypeGen:
    """Types as scripts have them."""

    @staticmethod
    def from_example(obj):
        if isinstance(obj, torch.fx.GraphModule):
            return torch._C.AnyType.get()
        if isinstance(obj, torch.Tensor):
            return torch._C.TensorType.get()
        if isinstance(obj, torch.SymBool):
            return _SymBool()
        if isinstance(obj, tuple):
            return torch._C.TupleType([CTypeGen.from_example(x) for x in obj])
        return torch._C._jit_try_infer_type(obj).type()


@dataclasses.dataclass(frozen=True)
class _Alias:
    before_set: set
    after_set: set
    is_write: bool


class _Argument:
    def __init__(self, name, type_, default_value=None, kwarg_only=False, alias_info=None):
        self.name, self.type, self.default_value, self.kwarg_only, self.alias_info = name, type_, default_value, kwarg_only, alias_info
        self.N, self.is_out = None, False
        self.is_write = alias_info is not None and alias_info.is_write

    def has_default_value(self):
        return self.default_value is not None

    def __str__(self):
        text = self.type.str()
        if self.alias_info is not None:
            text += f"({'|'.join(sorted(self.alias_info.before_set))}!)"
        if self.name:
            text += " " + self.name
        return text if self.default_value is None else f"{text}={_literal(self.default_value)}"


def _literal(value):
    """A default value as schemas write it."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, float):
        return repr(value).removesuffix("0") if value.is_integer() else repr(value)
    return str(value)


class CArgumentGen:
    @staticmethod
    def from_hop_argument_info(arg_idx, arg_info, is_output=False):
        alias = None
        if arg_info.is_mutated:
            names = {f"a{arg_idx}"}
            alias = _Alias(names, names, True)
        return _Argument(arg_info.name, CTypeGen.from_example(arg_info.example_value), arg_info.default_value, arg_info.kw_only, alias)


class HopSchema:
    """A schema with the structure that the operator's arguments had before they were flattened."""

    def __init__(self, name, overload_name, arguments, returns, is_vararg, is_varret, schema_tree_spec):
        self.name, self.overload_name, self.arguments, self.returns = name, overload_name, list(arguments), list(returns)
        self.is_vararg, self.is_varret, self.tree_spec = is_vararg, is_varret, schema_tree_spec

    def __deepcopy__(self, memo):
        return HopSchema(self.name, self.overload_name, self.arguments, self.returns, self.is_vararg, self.is_varret, self.tree_spec)

    @property
    def is_mutable(self):
        return any(a.is_write for a in self.arguments)

    def __str__(self):
        parts = []
        for i, a in enumerate(self.arguments):
            if a.kwarg_only and not (i and self.arguments[i - 1].kwarg_only):
                parts.append("*")
            parts.append(str(a))
        parts += ["..."] * self.is_vararg
        name = f"{self.name}.{self.overload_name}" if self.overload_name else self.name
        return f"{name}({', '.join(parts)}) -> ({', '.join(map(str, self.returns))})"

    __repr__ = __str__


class CFunctionSchemaGen:
    @staticmethod
    def from_hop_argument_info(op_name, inp_argument_info, out_argument_info, schema_tree_spec):
        arguments = [CArgumentGen.from_hop_argument_info(i, a) for i, a in enumerate(inp_argument_info)]
        # One result is written as a tuple of one, several as themselves.
        values = out_argument_info.example_value
        results = [HopArgumentInfoGen.from_example(x) for x in (values if len(values) > 1 else [values])] if values else []
        returns = [CArgumentGen.from_hop_argument_info(i, a, is_output=True) for i, a in enumerate(results)]
        return HopSchema(op_name, "", arguments, returns, False, False, schema_tree_spec)


class HopSchemaGenerator:
    def __init__(self, hop):
        self.arg_infos, self.example_outputs, self.schema_tree_spec, self.hop = [], [], None, hop

    def add_arg(self, name, example_value, default_value=None, is_mutated=False, kw_only=False):
        if callable(example_value) and not isinstance(example_value, (torch.fx.GraphModule, torch._ops.HigherOrderOperator)):
            raise AssertionError(f"Expect callable to be a GraphModule or an HigherOrderOperator. Please call materialize_as_graph first to turn callable arguments {example_value} into a GraphModule.")
        _, flat_spec = pytree.tree_flatten(example_value)
        if not flat_spec.is_leaf():
            raise RuntimeError(f"example_value {example_value} is not a leaf node. Please only add flattened inputs to the hop schema. "
                               "If you need some structure in the arguments, pleaseadd_arg for flattened args one by one then call add_schema_tree_spec to register the original pytree  spec of the args.")
        self.arg_infos.append(HopArgumentInfoGen.from_example(example_value, name=name, default_value=default_value, is_mutated=is_mutated, kw_only=kw_only))

    def add_output(self, output):
        self.example_outputs.append(output)

    def add_schema_tree_spec(self, *args, **kwargs):
        """Functions among the arguments stay leaves, as in the flattened arguments."""
        self.schema_tree_spec = pytree.tree_flatten((args, kwargs))[1]

    def gen_schema(self):
        for i, info in enumerate(self.arg_infos):
            if i and self.arg_infos[i - 1].kw_only and not info.kw_only:
                self.arg_infos.sort(key=lambda a: a.kw_only)
                break
        outputs = HopArgumentInfoGen.from_example(tuple(self.example_outputs), name="out")
        return CFunctionSchemaGen.from_hop_argument_info(self.hop.name(), self.arg_infos, outputs, self.schema_tree_spec)


def find_hop_schema(gm, target):
    """The schemas of the calls of an operator in a graph and the graphs that it calls."""
    schemas = []
    for node in gm.graph.nodes:
        if node.op == "call_function" and node.target is target:
            args, kwargs = pytree.tree_map_only(torch.fx.Node, lambda n: getattr(gm, n.target) if n.op == "get_attr" else n.meta["val"] if "val" in n.meta else n.meta["example_value"], (node.args, node.kwargs))
            schemas.append(node.target.gen_schema(*args, **kwargs))
        for value in pytree.tree_leaves((node.args, node.kwargs)):
            if isinstance(value, torch.fx.Node) and value.op == "get_attr" and isinstance(getattr(gm, value.target, None), torch.fx.GraphModule):
                schemas += find_hop_schema(getattr(gm, value.target), target)
    return schemas
