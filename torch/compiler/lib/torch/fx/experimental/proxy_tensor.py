"""make_fx: the graph of the operators that a function calls, derivatives and transforms included."""

import functools
import inspect

import torch
from torch._C._dynamo import eval_frame as _c
from torch.autograd.function import _chosen_mode
from torch.fx.experimental._unbacked import bind_unbacked
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.fx.graph import _codegen_of, _PyTreeCodeGen, _PyTreeInfo
from torch._guards import detect_fake_mode
from torch._library.fake_class_registry import stand_in_of
from torch._subclasses.fake_tensor import DataDependentOutputException
from torch.amp.autocast_mode import _recordings
from torch.fx.experimental._recorded_env import RecordedEnv
from torch.fx._symbolic_trace import _noted
from torch.fx._lazy_graph_module import _get_graph_module_cls
from torch.fx.graph_module import _from_native
from torch.fx.passes.shape_prop import _extract_tensor_metadata
from torch.fx.traceback import has_preserved_node_meta, take_current_meta
from torch.utils import _pytree as pytree

__all__ = ["make_fx"]


class _Decompose(torch.utils._python_dispatch.TorchDispatchMode):
    """Calls functions of a table in the place of operators."""

    def __init__(self, table):
        super().__init__()
        self.table = table

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        instead = self.table.get(func)
        if instead is None:
            return func(*args, **kwargs)
        with self:
            out = instead(*args, **kwargs)
        return func(*args, **kwargs) if out is NotImplemented else out


def _input_names(f, count, leaves_of):
    """A name for each leaf of the arguments: that of its parameter and a number."""
    try:
        parameters = list(inspect.signature(f).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    has_code = isinstance(f, torch.nn.Module) or hasattr(inspect.unwrap(f), "__code__")
    if not has_code or any(p.kind is p.VAR_POSITIONAL for p in parameters):  # all are counted then
        return [f"arg{i}_{k + 1}" for i, leaves in enumerate(leaves_of) for k in range(leaves)]
    parameters = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    names = []
    for i, leaves in enumerate(leaves_of):
        base = parameters[i].name if i < len(parameters) else "args"
        names.extend(f"{base}_{k + 1}" for k in range(leaves))
    return names[:count]


def make_fx(f, decomposition_table=None, tracing_mode="real", _allow_non_fake_inputs=False, *, pre_dispatch=False, record_module_stack=False,
            _allow_fake_constant=False, _error_on_data_dependent_ops=True, record_stack_traces=False, proxy_module_inputs=False, _disable_torch_fn_metadata_mode=False, _open_dims=None,
            _effects=True):
    """A function that gives the GraphModule of f for arguments. tracing_mode says what f runs on: "real" arguments, which it may change unless _effects is
    false, ones without data ("fake"), or with symbolic sizes ("symbolic"), of which _open_dims names the dimensions for each argument that has some of them fixed."""
    if tracing_mode not in ("real", "fake", "symbolic"):
        raise AssertionError(f"tracing_mode must be real/fake/symbolic, got {tracing_mode}")

    @functools.wraps(f)
    def wrapped(*args):
        flat, spec = pytree.tree_flatten(args)
        names = _input_names(f, len(flat), [len(pytree.tree_leaves(a)) for a in args])
        if tracing_mode != "real":
            flat = [stand_in_of(v) for v in flat]
        out_spec = None

        def run(values):
            nonlocal out_spec
            with _Decompose(decomposition_table) if decomposition_table else _nothing():
                out = f(*pytree.tree_unflatten(list(values), spec))
            outs, out_spec = pytree.tree_flatten(out)
            return outs

        if tracing_mode == "symbolic" and (mode := detect_fake_mode(flat)) is not None and mode.shape_env is None:
            raise AssertionError("shape_env should be set if tracing with 'symbolic'")
        dims = [_dims(v, tracing_mode, _open_dims and _open_dims.get(i)) for i, v in enumerate(flat)]
        states, regions, outer_mode = {}, [], torch.is_grad_enabled()

        keeps = has_preserved_node_meta()

        def note(node):
            if pre_dispatch:
                mode = None if torch.is_inference_mode_enabled() else _chosen_mode()  # inference mode is not seen
                states[node] = mode, tuple(regions)
            if keeps:
                take_current_meta(node)

        try:
            sources = [(f"input{i}", None) for i in range(len(flat))] if tracing_mode == "symbolic" else []
            if pre_dispatch:
                _recordings.append(regions)
            with _noted():  # around the recording: what it gives up in the middle of leaves no with block
                module, _, _, _, env = _c.record_calls(run, flat, names, dims, note if pre_dispatch or keeps else None, pre_dispatch, not pre_dispatch, False, None, sources)
        except GuardOnDataDependentSymNode:
            if tracing_mode != "real":
                raise
            raise RuntimeError(_VALUE_NEEDED.format("aten._local_scalar_dense.default")) from None
        except DataDependentOutputException as e:
            if tracing_mode != "real":
                raise
            raise RuntimeError(_VALUE_NEEDED.format(e.args[0])) from None
        finally:
            if pre_dispatch:
                _recordings.pop()
        gm = _from_native(module)
        if tracing_mode == "real" and any(node.target is torch.ops.aten._local_scalar_dense.default for node in gm.graph.nodes):
            raise RuntimeError(_VALUE_NEEDED.format("aten._local_scalar_dense.default"))
        if tracing_mode == "symbolic":
            gm.shape_env = RecordedEnv(env)
            bind_unbacked(gm)
        if any(inside or mode not in (None, outer_mode) for mode, inside in states.values()):
            _switch_modes(gm.graph, states, outer_mode)
        output = gm.graph.output_node()
        values = list(output.args[0])
        if len(flat) != len(args) or any(not pytree.tree_is_leaf(a) for a in args):
            output.args = (values,)
            gm._in_spec, gm._out_spec = spec, out_spec
            gm.graph.set_codegen(_PyTreeCodeGen(_PyTreeInfo([n.removesuffix("_1") for n in _input_names(f, len(args), [1] * len(args))], spec, out_spec)))
        elif out_spec.is_leaf():
            output.args = (values[0],)
        else:
            output.args = (pytree.tree_unflatten(values, out_spec),)
        gm.recompile()
        type(gm).__name__ = getattr(f, "__name__", type(f).__name__)
        for node in gm.graph.nodes:
            if isinstance(val := node.meta.get("val"), torch.Tensor):
                node.meta["tensor_meta"] = _extract_tensor_metadata(val, include_contiguity=tracing_mode != "symbolic" and all(type(n) is int for n in val.shape))
        if tracing_mode == "real" and _effects and _has_effects(gm.graph, flat):
            _run_uncompiled(gm, args)
        if _get_graph_module_cls() is not torch.fx.GraphModule:
            lazy = _get_graph_module_cls()(gm, gm.graph, type(gm).__name__)
            lazy.meta = gm.meta
            if tracing_mode == "symbolic":
                lazy.shape_env = gm.shape_env
            return lazy
        return gm

    return wrapped


def _has_effects(graph, values):
    """Whether running a graph changes arguments, constants or the state of the generator, and the arguments have data."""
    if _c.is_recording() or any(isinstance(v, torch.Tensor) and type(v) not in (torch.Tensor, torch.nn.Parameter) for v in values):
        return False
    for node in graph.nodes:
        op = node.target
        if node.op == "call_function" and isinstance(op, torch._ops.OpOverload) and (op._schema.is_mutable or torch.Tag.nondeterministic_seeded in op.tags):
            return True
    return False


def _run_uncompiled(gm, args):
    prior = _c.set_context(None)
    try:
        with torch.no_grad():
            gm(*args)
    finally:
        _c.set_context(prior)


_VALUE_NEEDED = (
    "It appears that you're trying to get value out of a tracing tensor with {} - erroring out! It's likely that this is caused by data-dependent control flow or "
    "similar.  It may be possible to trace this with dynamic shapes; try setting tracing_mode='symbolic' in your make_fx call."
)


def _switch_modes(graph, states, outer):
    """Calls that switch gradients, and enter and leave autocast, where that changes from node to node. states has for a node whether gradients are on, None where
    that stays as it is, and the regions of autocast around it."""
    current, entered = outer, []

    def switch(wanted):
        nonlocal current
        if wanted is not None and wanted != current:
            graph.call_function(torch._C._set_grad_enabled, (wanted,))
            current = wanted

    for node in list(graph.nodes):
        if node.op not in ("call_function", "output"):
            continue
        mode, regions = (outer, ()) if node.op == "output" else states.get(node, (None, tuple(region for region, _ in entered)))
        with graph.inserting_before(node):
            while any(region not in regions for region, _ in entered):
                region, call = entered.pop()
                switch(region.grad_mode)
                graph.call_function(torch.amp.autocast_mode._exit_autocast, (call,))
            for region in regions[len(entered):]:
                switch(region.grad_mode)
                entered.append((region, graph.call_function(torch.amp.autocast_mode._enter_autocast, region.args)))
            switch(mode)


def _nothing():
    import contextlib

    return contextlib.nullcontext()


def _dims(v, tracing_mode, open_dims=None):
    if tracing_mode == "symbolic" and type(v) is int:
        return {0: ("duck", None, None, None)}
    if not isinstance(v, torch.Tensor) or tracing_mode == "real":
        return None
    if tracing_mode == "fake":
        return {}
    marks = {d: ("duck", None, None, None) for d in (range(v.dim()) if open_dims is None else open_dims)}
    return {**marks, "item": True} if v.dim() == 0 and type(v) is torch.Tensor and v.device.type == "cpu" else marks


class ProxyTorchDispatchMode:
    """Stands for what records the calls of make_fx, which is no mode of scripts here."""


def get_proxy_mode():
    """The mode that records calls; None outside of make_fx."""
    return ProxyTorchDispatchMode() if _c.is_recording() else None


def is_sym_node(node):
    """Whether a node of a graph stands for a number."""
    assert hasattr(node, "meta"), "All nodes traced with proxy_tensor should have meta"
    return isinstance(node.meta.get("val"), py_sym_types)


py_sym_types = (torch.SymInt, torch.SymFloat, torch.SymBool)


def get_innermost_proxy_mode():
    """As get_proxy_mode(): recordings of make_fx within another one are as one mode."""
    return get_proxy_mode()


def get_isolated_graphmodule(func, args, kwargs, tracing_mode="real", decomposition_table=None):
    """The graph of a function for arguments."""
    return make_fx(lambda *a: func(*a, **kwargs), decomposition_table=decomposition_table, tracing_mode=tracing_mode)(*args)


class DecompositionInterpreter(torch.fx.Interpreter):
    """Runs a module and records in another graph what it calls, with the functions of a table in the place of operators."""

    def __init__(self, module, new_graph, decomposition_table=None, **kwargs):
        super().__init__(module, **kwargs)
        self.new_graph, self.decomposition_table = new_graph, decomposition_table or {}

    def run(self, *args, **kwargs):
        made = make_fx(lambda *given: super(DecompositionInterpreter, self).run(*given, **kwargs), decomposition_table=self.decomposition_table)(*args)
        out = self.new_graph.graph_copy(made.graph, {})
        self.new_graph.output(out)
        for name, value in {**dict(made.named_buffers()), **dict(made.named_parameters())}.items():
            if not hasattr(self.module, name):
                setattr(self.module, name, value)
        return super().run(*args, **kwargs)
