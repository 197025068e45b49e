"""Graphs whose calls have one form."""

import operator

import torch
from torch.fx import Proxy, Transformer
from torch.fx.node import Node, map_aggregate
from torch.fx.operator_schemas import create_type_hint, normalize_function, normalize_module

from .schema_type_annotation import AnnotateTypesWithSchema

__all__ = ["NormalizeArgs", "NormalizeOperators"]


class NormalizeArgs(Transformer):
    """Calls of functions and modules with all arguments, by keyword."""

    def __init__(self, module, normalize_to_only_use_kwargs=True):
        super().__init__(module)
        self.node_map = {}
        self.normalize_to_only_use_kwargs = normalize_to_only_use_kwargs

    def run_node(self, n):
        args, kwargs = self.fetch_args_kwargs_from_env(n)

        def kind(arg):
            return arg.meta.get("type") if isinstance(arg, Node) else type(arg)

        arg_types = tuple(create_type_hint(map_aggregate(a, kind)) for a in n.args)
        kwarg_types = {k: create_type_hint(map_aggregate(v, kind)) for k, v in n.kwargs.items()}
        if n.op == "call_function":
            out = self.call_function(n.target, args, kwargs, arg_types, kwarg_types)
        else:
            out = getattr(self, n.op)(n.target, args, kwargs)
        if n.op != "output":
            self.node_map[out] = n
            out.node.meta = n.meta
            out.node.type = n.type
        return out

    def call_function(self, target, args, kwargs, arg_types=None, kwarg_types=None):
        new = normalize_function(target, args, kwargs, arg_types, kwarg_types, self.normalize_to_only_use_kwargs)
        if new:
            return self.tracer.create_proxy("call_function", target, new.args, new.kwargs)
        return super().call_function(target, args, kwargs)

    def call_module(self, target, args, kwargs):
        new = normalize_module(self.module, target, args, kwargs, self.normalize_to_only_use_kwargs)
        if new:
            return super().call_module(target, new.args, new.kwargs)
        return super().call_module(target, args, kwargs)


class NormalizeOperators(AnnotateTypesWithSchema):
    """Operators of the language in the place of functions of torch that do the same."""

    binary_magic_method_remap = {getattr(torch, of_torch): getattr(operator, name) for of_torch, name in (
        ("div", "truediv"), ("floor_divide", "floordiv"), ("remainder", "mod"),
        *((name, name) for name in "add mul sub eq ne lt le gt ge".split()))}

    def call_function(self, target, args, kwargs):
        if target in self.binary_magic_method_remap:
            if len(args) != 2:
                return super().call_function(target, args, kwargs)
            return super().call_function(self.binary_magic_method_remap[target], (args[0], args[1]), {})
        return super().call_function(target, args, kwargs)
