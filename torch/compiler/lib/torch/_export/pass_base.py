"""Passes over graphs of operators: each node is called again, and derived classes change what is called."""

import operator

import torch
from torch.fx import GraphModule
from torch.fx.passes.infra.pass_base import PassBase, PassResult
from torch.fx.proxy import Proxy

__all__ = ["_ExportPassBaseDeprecatedDoNotUse"]


class _Result:
    """A node of the new graph. It can be computed with as its number, and knows what a tensor is like."""

    def __init__(self, value, proxy):
        self.data, self._proxy = value, proxy

    @property
    def node(self):
        return self._proxy.node

    @property
    def proxy(self):
        return self._proxy

    def to_tensor(self):
        return self.data

    def is_tensor(self):
        return isinstance(self.data, torch.Tensor)


class ExportPassBaseError(RuntimeError):
    """A graph that the pass cannot go over."""


class _Caller(torch.fx.Interpreter):
    def __init__(self, owner, module):
        super().__init__(module)
        self.owner, self.made = owner, torch.fx.Graph()
        self.tracer = torch.fx.proxy.GraphAppendingTracer(self.made)
        self.now = None

    def run_node(self, n):
        self.now = n
        return super().run_node(n)

    def emit(self, op, target, args, kwargs, value, name=None, meta=None):
        unwrap = lambda x: x.node if isinstance(x, _Result) else x
        args, kwargs = torch.utils._pytree.tree_map(unwrap, (args, kwargs), is_leaf=lambda x: isinstance(x, _Result))
        node = self.made.create_node(op, target, tuple(args), kwargs, name)
        node.meta.update(dict(meta or {}))
        if value is not None:
            node.meta["val"] = value
        return _Result(value, Proxy(node, self.tracer))

    def placeholder(self, target, args, kwargs):
        return self.owner.placeholder(target, self.now.meta.get("val"), self.now.meta)

    def get_attr(self, target, args, kwargs):
        return self.emit("get_attr", target, (), {}, self.now.meta.get("val"), self.now.name, self.now.meta)

    def call_function(self, target, args, kwargs):
        if getattr(target, "__name__", "") == "getitem":
            return self.owner.call_getitem(args[0], args[1], self.now.meta)
        if isinstance(target, torch._ops.OpOverload):
            return self.owner.call_operator(target, args, kwargs, self.now.meta)
        if getattr(target, "__module__", "") in ("_operator", "operator") or getattr(target, "__name__", "").startswith("sym_"):
            return self.owner.call_sym(target, args, self.now.meta)
        return self.emit("call_function", target, args, kwargs, self.now.meta.get("val"), None, self.now.meta)

    def call_module(self, target, args, kwargs):
        raise ExportPassBaseError("call_module is not supported.")

    def call_method(self, target, args, kwargs):
        raise ExportPassBaseError("call_method is not supported.")

    def output(self, target, args, kwargs):
        return self.owner.output(args[0], self.now.meta)


class _ExportPassBaseDeprecatedDoNotUse(PassBase):
    """Derived classes override call_operator and its kin, which make the nodes of a new graph."""

    def call(self, graph_module):
        before = getattr(self, "_caller", None)
        self._caller = _Caller(self, graph_module)
        try:
            values = [n.meta.get("val") for n in graph_module.graph.nodes if n.op == "placeholder"]
            self._caller.run(*values, enable_io_processing=False)
            made = GraphModule(graph_module, self._caller.made)
        finally:
            self._caller = before
        made.meta.update(graph_module.meta)
        return PassResult(made, True)

    def placeholder(self, name, arg, meta):
        return self._caller.emit("placeholder", name, (), {}, arg, name, meta)

    def call_operator(self, op, args, kwargs, meta):
        values = torch.utils._pytree.tree_map(lambda x: x.data if isinstance(x, _Result) else x, (args, kwargs), is_leaf=lambda x: isinstance(x, _Result))
        return self._caller.emit("call_function", op, args, kwargs, op(*values[0], **values[1]), op.__name__.split(".")[0], {k: v for k, v in dict(meta).items() if k != "val"})

    def call_sym(self, target, args, meta):
        values = [x.data if isinstance(x, _Result) else x for x in args]
        return self._caller.emit("call_function", target, args, {}, target(*values), None, {k: v for k, v in dict(meta).items() if k != "val"})

    def call_getitem(self, value, key, meta):
        return self._caller.emit("call_function", operator.getitem, (value, key), {}, value.data[key], None, {k: v for k, v in dict(meta).items() if k != "val"})

    def output(self, results, meta):
        return self._caller.emit("output", "output", (list(results) if isinstance(results, list) else tuple(results) if isinstance(results, tuple) else results,), {}, None, "output", meta)

    def call_submodule(self, graph_module, inputs):
        return self.call(graph_module)
