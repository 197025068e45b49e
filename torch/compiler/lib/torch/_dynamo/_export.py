"""torch._dynamo.export: the graph of a function as a module with the function's signature."""

import inspect
from typing import Any, NamedTuple

import torch
from torch._C._dynamo import eval_frame as _c
from torch._guards import GuardSource, GuardsSet
from torch.utils import _pytree as pytree

from . import config
from ._export_graph import Returned, Rewriter, stand_ins
from .eval_frame import optimize, reset
from .exc import UserError, UserErrorType
from .explanation import Guard
from .utils import common_constant_types


class ExportResult(NamedTuple):
    """A module, and the conditions under which it stands for the function."""

    graph_module: Any
    guards: Any


def export(f, *extra_args, aten_graph=False, pre_dispatch=False, decomposition_table=None, tracing_mode="symbolic", dynamic_shapes=None,
           specialize_float=True, assume_static_by_default=False, same_signature=True, disable_constraint_solver=False,
           prefer_deferred_runtime_asserts_over_guards=False, _log_export_usage=True, constraints=None, **extra_kwargs):
    """A function that gives the ExportResult of f for arguments; given arguments, it is called at once. f is captured whole."""
    if pre_dispatch and not aten_graph:
        raise AssertionError("pre_dispatch=True can only be used when aten_graph=True")
    if decomposition_table is not None and not aten_graph:
        raise AssertionError("Specifying a decomposition_table table or tracing mode is illegal without setting aten_graph=True")

    def inner(*args, **kwargs):
        _named(f, args, kwargs)
        _refuse_objects((args, kwargs), "inputs", f)
        if dynamic_shapes is not None and not disable_constraint_solver:
            _check_dims(f, args, kwargs, dynamic_shapes)
        flat = pytree.tree_flatten((args, kwargs))
        graphs, runs = [], []

        def capture(gm, example_inputs):
            graphs.append((gm, list(example_inputs)))

            def run(*values):
                outs = stand_ins(gm.graph, gm.forward(*_copies(values)))
                runs.append(outs)
                return outs

            return run

        static = assume_static_by_default or tracing_mode != "symbolic"
        prior = _c.start_explain()
        try:
            with config.patch(assume_static_by_default=static, specialize_float=specialize_float, automatic_dynamic_shapes=False, specialize_int=True, capture_dynamic_output_shape_ops=True, capture_scalar_outputs=True, canonicalize_output_graph_node_order=False):
                result = optimize(capture, nopython=True)(f)(*args, **kwargs)
        finally:
            _, guards = _c.stop_explain(prior)
            reset()
        if len(graphs) > 1:
            raise AssertionError("Failed to produce a graph during tracing as more than one was made.")
        gm, inputs = graphs[0] if graphs else (torch.fx.GraphModule({}, _empty()), [])
        _refuse_objects(result, "outputs", f)
        if not same_signature:
            return ExportResult(gm, GuardsSet({_guard(*g) for g in guards}))
        rewriter = Rewriter(f, gm, inputs, args, flat)
        made = rewriter.module(runs[0] if runs else (), result)
        if aten_graph:
            made = _of_operators(made, flat[0], "fake" if static else tracing_mode, decomposition_table, pre_dispatch)
        guards = [_guard(*g) for g in guards]
        for guard in guards:
            if guard.source is GuardSource.SHAPE_ENV:
                guard.code_list = _with_fixed(guard.code_list or [], rewriter)
        return ExportResult(made, GuardsSet(set(guards)))

    if extra_args or extra_kwargs:
        return inner(*extra_args, **extra_kwargs)
    return inner


def _empty():
    graph = torch.fx.Graph()
    graph.output(())
    return graph


def _copies(values):
    """What a graph runs on that shall change nothing outside of it."""
    return [v.detach().clone().requires_grad_(v.requires_grad) if type(v) in (torch.Tensor, torch.nn.Parameter) else v for v in values]


def _named(f, args, kwargs):
    """The arguments by their names; refuses those that no call of f takes."""
    fn = f.forward if isinstance(f, torch.nn.Module) else f
    try:
        signature = inspect.signature(fn)
    except (TypeError, ValueError):
        return {}
    return signature.bind(*args, **kwargs).arguments


_PLAIN = (torch.Tensor, torch.SymInt, torch.SymFloat, torch.SymBool, torch._C.ScriptObject, int, float, complex, bool, str, bytes, type(None), type(...),
          torch.dtype, torch.device, torch.layout, torch.memory_format)


def _refuse_objects(values, what, debug):
    """Refuses objects that are neither values of graphs nor containers."""
    for value in pytree.tree_leaves(values):
        if not isinstance(value, _PLAIN + (Returned,)) and not callable(value) and type(value).__name__ != "ndarray":
            raise UserError(UserErrorType.INVALID_INPUT, f"It looks like one of the {what} with type `{type(value)}` is not supported or pytree-flattenable. \n"
                            f"Exported graphs {what} can only contain the following supported types: {list(common_constant_types_of_export())}. \n"
                            "If you are using a custom class object, please register a pytree_flatten/unflatten function "
                            "using `torch.utils._pytree.register_pytree_node` or `torch.export.register_dataclass`.")


def common_constant_types_of_export():
    return [torch.Tensor, torch.SymInt, torch.SymFloat, torch.SymBool, torch.ScriptObject, *common_constant_types]


class _Called(torch.nn.Module):
    """A function as a module."""

    def __init__(self, f):
        super().__init__()
        object.__setattr__(self, "forward", f)


def _check_dims(f, args, kwargs, dynamic_shapes):
    """Raises what contradicts dynamic_shapes, as strict exports find it."""
    from torch.export import exported_program
    from torch.fx.experimental.symbolic_shapes import ConstraintViolationError

    mod = f if isinstance(f, torch.nn.Module) else _Called(f)
    try:
        exported_program._export(mod, args, kwargs, dynamic_shapes, True, set())
    except UserError as e:
        text = str(e)
        if e.error_type is not UserErrorType.CONSTRAINT_VIOLATION:
            raise
        raise ConstraintViolationError(text.replace("\nSuggested fixes", "\n\nSuggested fixes")) from None
    except ConstraintViolationError:
        raise
    except Exception:
        return  # what Dynamo captures and a recording does not


def _guard(name, kind, code_list, source):
    return Guard(name, kind, code_list, GuardSource[source.upper()])


def _with_fixed(conditions, rewriter):
    """The conditions on sizes of an export: what is fixed is among them, input by input, in front of the ranges."""
    left, found = list(conditions), []
    for place, value in zip(rewriter.users, (n.meta.get("val") for n in rewriter.users)):
        if not isinstance(value, torch.Tensor):
            continue
        name = rewriter.sources[rewriter.users.index(place)][0]
        parts = [(f"{name}.size()[{d}]", n) for d, n in enumerate(value.size())] + [(f"{name}.stride()[{d}]", n) for d, n in enumerate(value.stride())]
        for text, n in [*parts, (f"{name}.storage_offset()", value.storage_offset())]:
            if isinstance(n, int):
                found.append(f"{text} == {n}")
            else:
                found += [c for c in left if c.startswith(text + " == ")]
            left = [c for c in left if not c.startswith(text + " == ")]
    return found + left


def _of_operators(gm, flat, tracing_mode, table, pre_dispatch):
    """The module with the operators that its graph calls."""
    from torch.fx.experimental.proxy_tensor import make_fx

    codegen = gm.graph._codegen

    def run(*values):
        return torch.fx.Interpreter(gm).run(*values, enable_io_processing=False)

    open_dims = {}
    for i, node in enumerate(n for n in gm.graph.nodes if n.op == "placeholder"):
        if isinstance(val := node.meta.get("val"), torch.Tensor):
            open_dims[i] = [d for d, n in enumerate(val.shape) if not isinstance(n, int)]
    with torch.fx.traceback.preserve_node_meta():
        made = make_fx(run, decomposition_table=table, tracing_mode=tracing_mode, pre_dispatch=pre_dispatch, _open_dims=open_dims)(*flat)
    for i, node in enumerate([n for n in made.graph.nodes if n.op == "placeholder"]):
        node.target = f"arg{i}"
        node._rename(f"arg{i}_1")
    output = made.graph.output_node()
    value = output.args[0]
    output.args = ([*value] if isinstance(value, (list, tuple)) else [value],)
    made.graph._codegen = codegen
    made = torch.fx.GraphModule(made, made.graph)
    made._in_spec, made._out_spec = gm._in_spec, gm._out_spec
    made.recompile()
    return made
