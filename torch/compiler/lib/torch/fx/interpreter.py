"""Interpreter runs a graph node by node; Transformer makes another graph by running one on proxies."""

import inspect

import torch

from . import traceback
from ._symbolic_trace import Tracer
from .graph import Graph, _codegen_of
from .graph_module import GraphModule
from .node import Node, map_aggregate, map_arg
from .proxy import Proxy

__all__ = ["Interpreter", "Transformer"]


class Interpreter:
    """Runs the graph of a module. Derived classes override what a kind of node does."""

    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module = module
        self.submodules = dict(module.named_modules()) if hasattr(module, "named_modules") else {}
        self.graph = module.graph if graph is None else graph
        self.env = {}
        self.name = "Interpreter"
        self.garbage_collect_values = garbage_collect_values
        self.extra_traceback = True
        self.user_to_last_uses = {}
        if garbage_collect_values:
            last = {}
            for node in reversed(self.graph.nodes):
                for used in node.all_input_nodes:
                    if used not in last:
                        last[used] = node
                        self.user_to_last_uses.setdefault(node, []).append(used)

    def run(self, *args, initial_env=None, enable_io_processing=True):
        """What the graph gives for arguments. initial_env has values of nodes that are not computed."""
        self.env = dict(initial_env) if initial_env is not None else {}
        if enable_io_processing:
            args = self.graph.process_inputs(*args)
        self.args_iter = iter(args)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            try:
                self.env[node] = self.run_node(node)
            except Exception as e:
                if self.extra_traceback:
                    self._explain(e, node)
                raise
            for dead in self.user_to_last_uses.get(node, ()):
                self.env.pop(dead, None)
            if node.op == "output":
                value = self.env[node]
                return self.graph.process_outputs(value) if enable_io_processing else value
        return None

    def _explain(self, e, node):
        message = f"While executing {node.format_node()}"
        text = f"{e.args[0]}\n\n{message}" if e.args else str(message)
        if node.graph.owning_module is not None:
            text += f"\nOriginal traceback:\n{node.stack_trace}\nUse tlparse to see full graph. (https://github.com/pytorch/tlparse?tab=readme-ov-file#tlparse-parse-structured-pt2-logs)"
        if type(e) is KeyError:
            e.args = (text, *e.args[1:])
        else:
            e.args = (text, *e.args[1:])

    def boxed_run(self, args_list):
        """run() for a list of arguments, which is emptied."""
        args = list(args_list)
        args_list.clear()
        return self.run(*args, enable_io_processing=False)

    def run_node(self, n):
        """What one node gives."""
        if not traceback.has_preserved_node_meta():
            args, kwargs = self.fetch_args_kwargs_from_env(n)
            return getattr(self, n.op)(n.target, args, kwargs)
        with traceback.set_current_meta(n, f"Interpreter_{type(self).__name__}"):
            args, kwargs = self.fetch_args_kwargs_from_env(n)
            return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target, args, kwargs):
        """The next argument."""
        if target.startswith("*"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if args:
                return args[0]
            raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!") from None

    def get_attr(self, target, args, kwargs):
        """An attribute of the module."""
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        """A call of a function."""
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        """A call of a method of the first argument."""
        receiver, *rest = args
        return getattr(receiver, target)(*rest, **kwargs)

    def call_module(self, target, args, kwargs):
        """A call of a submodule."""
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        """The result."""
        return args[0]

    def fetch_attr(self, target):
        """The attribute of the module at a path."""
        at = self.module
        parts = target.split(".")
        for i, part in enumerate(parts):
            if not hasattr(at, part):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(parts[:i + 1])}; full target {target}")
            at = getattr(at, part)
        return at

    def fetch_args_kwargs_from_env(self, n):
        """The arguments of a node with the values of nodes in their places."""
        return self.map_nodes_to_values(n.args, n), dict(self.map_nodes_to_values(n.kwargs, n))

    def map_nodes_to_values(self, args, n):
        """A tree of arguments with the values of nodes in their places."""

        def value(node):
            if node not in self.env:
                raise RuntimeError(f"Node {n} referenced nonexistent value {node}! Run Graph.lint() to diagnose such issues")
            return self.env[node]

        return _plain(args, value)


def _plain(a, value):
    """A tree of arguments as plain containers, with value applied to nodes."""
    if isinstance(a, Node):
        return value(a)
    if isinstance(a, tuple):
        return type(a)(*(_plain(x, value) for x in a)) if hasattr(a, "_make") else a if isinstance(a, torch.Size) else tuple(_plain(x, value) for x in a)
    if isinstance(a, list):
        return [_plain(x, value) for x in a]
    if isinstance(a, dict):
        return {k: _plain(v, value) for k, v in a.items()}
    if isinstance(a, slice):
        return slice(_plain(a.start, value), _plain(a.stop, value), _plain(a.step, value))
    return a


class Transformer(Interpreter):
    """Builds a new module from a graph; overridden methods say what becomes of nodes."""

    def __init__(self, module):
        super().__init__(module)
        self.new_graph = Graph()
        self.new_graph.set_codegen(_codegen_of(module.graph))

        class TransformerTracer(Tracer):
            def __init__(self, graph):
                super().__init__()
                self.graph = graph
                self.tensor_attrs = {}

            def is_leaf_module(self, m, qualname):
                return True

        self.tracer = TransformerTracer(self.new_graph)
        self.tracer.root = module

    def placeholder(self, target, args, kwargs):
        default = args[0] if args else inspect.Signature.empty
        return Proxy(self.new_graph.placeholder(target, default_value=... if default is inspect.Signature.empty else default), self.tracer)

    def get_attr(self, target, args, kwargs):
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target, args, kwargs):
        return self.tracer.call_module(self.fetch_attr(target), self.fetch_attr(target).forward, args, kwargs)

    def call_function(self, target, args, kwargs):
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self):
        """The new module."""
        with traceback.preserve_node_meta():
            result = super().run(enable_io_processing=False)
        if result is not None:
            def strip(a):
                return a.node if isinstance(a, Proxy) else a

            end = self.new_graph.output(map_aggregate(result, strip))
            old = self.graph.output_node()
            if old is not None:
                end.type = old.type
                end.meta.update(old.meta)
        return GraphModule(self.module, self.new_graph)
