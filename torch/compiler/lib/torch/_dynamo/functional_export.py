"""The graph that Dynamo captures of a function, as a module that is called as the function is."""

import inspect
import operator

import torch
from torch._guards import detect_fake_mode, TracingContext
from torch.fx.experimental.proxy_tensor import get_proxy_mode
from torch.fx.graph import CodeGen
from torch.utils import _pytree as pytree

from . import config
from ._export import export
from .eval_frame import optimize

__all__ = ["dynamo_graph_capture_for_export"]


def _dynamo_graph_capture_for_export(mod, *, constraints=None, dynamic_shapes=None):
    """A function of the arguments that gives the GraphModule of a call with them."""

    def inner(*args, **kwargs):
        return export(mod, dynamic_shapes=dynamic_shapes, assume_static_by_default=True)(*args, **kwargs).graph_module

    return inner


def dynamo_graph_capture_for_export(mod, constraints=None):
    """A function of the arguments that gives the GraphModule of a call with them: the graph as Dynamo has made it, between what the code that Dynamo has made
    does in front of it and behind it. A module keeps its parameters."""

    def inner(*args, **kwargs):
        captured = _Captured(mod, args, kwargs)
        gm = captured.module
        gm._dynamo_bytecode_flatten, gm._dynamo_bytecode_unflatten = captured.flatten, captured.unflatten
        gm.graph.set_codegen(_DynamoBytecodeCodeGen(captured))
        if isinstance(mod, torch.nn.Module):
            gm.training = mod.training
            for own, theirs in ((gm._parameters, mod._parameters), (gm._buffers, mod._buffers), (gm._modules, mod._modules)):
                own.update({name: value for name, value in theirs.items() if name not in own})
        mode = detect_fake_mode([node.meta.get("example_value") for node in gm.graph.find_nodes(op="placeholder")])
        gm.meta.update(module_call_specs={}, fake_mode=mode, tracing_context=TracingContext(mode), dynamo_flat_name_to_original_fqn={})
        gm.recompile()
        return gm

    return inner


class _Arguments(Exception):
    """The code has come to the graph."""


class _Captured:
    """A function and the graph that was captured of it."""

    def __init__(self, mod, args, kwargs):
        self.mod, self.positional, self.keywords = mod, len(args), list(kwargs)
        self.names = _argument_names(mod, args, kwargs)
        self.module = self.values = None
        self.given = False  # whether a call has the results of the graph at hand
        self.results = None
        self.call = optimize(self._compile, nopython=True, guard_filter_fn=lambda guards: [False] * len(guards))(mod)
        self._run(args, kwargs)
        if self.module is None:
            raise AssertionError("out.backend_input must not be None")
        fn_args = (*args, *kwargs.values())
        self.origins = [_origin(self, node, value, fn_args) for node, value in zip(self.module.graph.find_nodes(op="placeholder"), self.values)]
        outs = self.module.graph.output_node().args[0]
        marks = [_Mark() for _ in outs]
        self.shape = pytree.tree_flatten(self._whole(marks, fn_args))
        self.places = [marks.index(leaf) if isinstance(leaf, _Mark) else None for leaf in self.shape[0]]

    def _compile(self, gm, example_inputs):
        if self.module is None:
            self.module = gm
        return self._graph

    def _graph(self, *values):
        if self.given:
            return self.results
        self.values = values
        raise _Arguments

    def _run(self, args, kwargs):
        with config.patch(assume_static_by_default=True, specialize_float=True, automatic_dynamic_shapes=False, capture_dynamic_output_shape_ops=True, capture_scalar_outputs=True,
                          error_on_nested_fx_trace=False, replay_side_effects=False, side_effect_replay_policy="warn"):
            try:
                return self.call(*args, **kwargs)
            except _Arguments:
                return None

    def _apart(self, fn_args):
        return fn_args[:self.positional], dict(zip(self.keywords, fn_args[self.positional:]))

    def _whole(self, results, fn_args):
        self.given, self.results = True, results
        try:
            return self._run(*self._apart(fn_args))
        finally:
            self.given, self.results = False, None

    def flatten(self, *fn_args):
        """The arguments of the graph for those of the function."""
        if _recorded(fn_args):
            return [origin(fn_args) for origin in self.origins]
        self._run(*self._apart(fn_args))
        return self.values

    def unflatten(self, results, fn_args):
        """What the function gives for the results of the graph, with what it does behind the graph."""
        if not _recorded((results, fn_args)):
            return self._whole(results, fn_args)
        leaves, spec = self.shape
        return pytree.tree_unflatten([leaf if place is None else results[place] for leaf, place in zip(leaves, self.places)], spec)


class _Mark:
    """Stands for a result of the graph."""


def _recorded(values):
    """Whether a level of the dispatcher looks on, under which no compiled code runs."""
    return get_proxy_mode() is not None or any(isinstance(v, torch.Tensor) and (torch._is_functional_tensor(v) or torch._C._functorch.is_functorch_wrapped_tensor(v)) for v in pytree.tree_leaves(values))


def _origin(captured, node, value, fn_args):
    """A function of the arguments that gives an argument of the graph: a leaf of theirs, a size of one, a tensor of the module, or what the program holds."""
    leaves = pytree.tree_leaves(fn_args)
    if isinstance(value, torch.Tensor):
        for i, leaf in enumerate(leaves):
            if leaf is value:
                return lambda args: pytree.tree_leaves(args)[i]
        if isinstance(captured.mod, torch.nn.Module):
            for name, held in (*captured.mod.named_parameters(), *captured.mod.named_buffers()):
                if held is value:
                    return lambda args: operator.attrgetter(name)(captured.mod)
        return lambda args: value
    for other, tensor in zip(captured.module.graph.find_nodes(op="placeholder"), captured.values):
        if not isinstance(tensor, torch.Tensor):
            continue
        for d, size in enumerate(other.meta["example_value"].shape):
            if str(size) == str(node.meta["example_value"]):
                of = _origin(captured, other, tensor, fn_args)
                return lambda args: of(args).shape[d]
    return lambda args: value


def _argument_names(mod, args, kwargs):
    """The parameters of the code: those of a function, where its arguments are such."""
    if isinstance(mod, torch.nn.Module):
        return [f"args_{i}" for i in range(len(args))] + list(kwargs)
    named = [p.name for p in inspect.signature(mod).parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][:len(args)]
    return named + [f"args_{i}" for i in range(len(args) - len(named))] + list(kwargs)


class _DynamoBytecodeCodeGen(CodeGen):
    """Has the arguments of a function taken apart, and its result made, by the code that Dynamo has made for it."""

    def __init__(self, captured):
        super().__init__()
        self.captured, self.last = captured, ()

    def process_inputs(self, *args):
        self.last = args
        return tuple(self.captured.flatten(*args))

    def process_outputs(self, outputs):
        return self.captured.unflatten(outputs, self.last)

    def _source(self, graph, root, style=(False, False, False, False, False, ())):
        return graph._source(root, *self._parts(root), style)

    def _parts(self, root):
        """The parameters, the statements that take them apart, and the one that gives the result for what the graph gives."""
        names = self.captured.names
        together = f"({', '.join(names)}{', ' if len(names) == 1 else ''})"

        def unpack(variables):
            return f"_fn_args = {together}\n{''.join(f'{v} , ' for v in variables).rstrip(' ')} = self._dynamo_bytecode_flatten(*_fn_args)"

        return names, unpack, _whole


def _whole(results):
    """The statement that gives the result for what the graph gives."""
    together = f"{results[:-1].rstrip(', ')},)" if results.startswith("(") and len(results) > 2 else results
    return f"self._dynamo_bytecode_unflatten({together}, _fn_args)"
