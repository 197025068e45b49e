"""torch._dynamo.export: the graph of a function as a module with the function's signature."""

import inspect
import re
from typing import Any, NamedTuple

import torch
from torch._C import _fx
from torch._C._dynamo import eval_frame as _c
from torch.utils import _pytree as pytree

from . import config
from .eval_frame import optimize, reset
from .explanation import Guard


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
        graphs, runs = [], []

        def capture(gm, example_inputs):
            graphs.append((gm, list(example_inputs)))

            def run(*values):
                outs = gm.forward(*_copies(values))
                runs.append(outs)
                return outs

            return run

        static = assume_static_by_default or tracing_mode != "symbolic"
        prior = _c.start_explain()
        try:
            with config.patch(assume_static_by_default=static, specialize_float=specialize_float, automatic_dynamic_shapes=False, specialize_int=True, capture_dynamic_output_shape_ops=True, capture_scalar_outputs=True):
                result = optimize(capture, nopython=True)(f)(*args, **kwargs)
        finally:
            _, guards = _c.stop_explain(prior)
            reset()
        if len(graphs) > 1:
            raise AssertionError("Failed to produce a graph during tracing as more than one was made.")
        gm, inputs = graphs[0] if graphs else (torch.fx.GraphModule({}, _empty()), [])
        made = _with_signature(f, gm, inputs, runs[0] if runs else (), args, kwargs, result)
        if aten_graph:
            made = _of_operators(made, args, kwargs, "fake" if static else tracing_mode, decomposition_table)
        return ExportResult(made, [Guard(*g) for g in guards])

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


def _same(a, b):
    return a is b


def _attribute_names(f):
    """(the name in the graph, the name in the module) of each tensor of a module, by its id"""
    names = {}
    module = f if isinstance(f, torch.nn.Module) else getattr(f, "__self__", None)
    if isinstance(module, torch.nn.Module):
        for name, t in [*module.named_parameters(remove_duplicate=False), *module.named_buffers(remove_duplicate=False)]:
            names.setdefault(id(t), ("L__self___" + name.replace(".", "_"), name))
    return names


def _signature_names(f, args, kwargs):
    fn = f.forward if isinstance(f, torch.nn.Module) else f
    try:
        parameters = inspect.signature(fn).parameters.values()
    except (TypeError, ValueError):
        return [f"arg_{i}" for i in range(len(args))]
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][: len(args)]
    rest = next((p.name for p in parameters if p.kind == p.VAR_POSITIONAL), "arg")
    return names + [f"{rest}_{i}" for i in range(len(args) - len(names))]


def _with_signature(f, gm, inputs, outs, args, kwargs, result):
    """The graph as a module that takes what f took, and gives what it gave."""
    from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo

    flat, in_spec = pytree.tree_flatten((args, kwargs))
    graph, values, root = torch.fx.Graph(), {}, {}
    places = [n for n in gm.graph.nodes if n.op == "placeholder"]
    users = []
    for i, value in enumerate(flat):
        match = next((n for n, v in zip(places, inputs) if _same(v, value) and n not in values), None)
        again = match is not None and any(_same(value, later) for later in flat[i + 1:])  # the last place of a tensor stands for it
        name = match.name if match is not None and not again else f"arg{i}"
        made = graph.create_node("placeholder", f"arg{i}", name=name)
        users.append(made)
        if match is not None:
            _fx.copy_meta(made, match)
            made.meta = {**match.meta, "val": match.meta.get("example_value")}
            if not again:
                values[match] = made
    names, originals = _attribute_names(f), {}
    captured = {node: value for node, value in zip(places, inputs) if node not in values}

    def value_of(node):
        if node not in values:  # what the function reads is read where it is first used
            value = captured[node]
            if isinstance(value, torch.Tensor):
                target, original = names.get(id(value)) or (re.sub(r"\W", "_", node.name), None)
                if original is not None:
                    originals[target] = original
                root[target] = value
                values[node] = graph.create_node("get_attr", target, name=target.lower())
            else:
                values[node] = _size(graph, node, users)
            _fx.copy_meta(values[node], node)
            values[node].meta = node.meta
        return values[node]

    for node in gm.graph.nodes:
        if node.op in ("get_attr", "call_module"):
            root[node.target] = _at(gm, node.target)
        if node.op not in ("placeholder", "output"):
            values[node] = graph.node_copy(node, value_of)
    given = list(gm.graph.output_node().args[0]) if len(places) or len(outs) else []
    leaves, out_spec = pytree.tree_flatten(result)

    def leaf(value):
        if not isinstance(value, torch.Tensor) and not isinstance(value, torch.SymInt) and not any(_same(o, value) for o in outs):
            return value
        for node, out in zip(given, outs):
            if _same(out, value):
                return value_of(node) if isinstance(node, torch.fx.Node) else node
        for place, v in zip(users, flat):
            if _same(v, value):
                return place
        for node, v in zip(places, inputs):
            if _same(v, value):
                return value_of(node)
        target = f"_constant_{len(root)}"
        root[target] = value
        return graph.get_attr(target)

    graph.output([leaf(v) for v in leaves])
    graph._codegen = _PyTreeCodeGen(_PyTreeInfo(_signature_names(f, args, kwargs) + list(kwargs), in_spec, out_spec), positional=len(args))
    made = torch.fx.GraphModule(root, graph)
    made._in_spec, made._out_spec = in_spec, out_spec
    made.meta["dynamo_flat_name_to_original_fqn"] = originals
    return made


def _at(module, path):
    for part in path.split("."):
        module = getattr(module, part)
    return module


def _size(graph, node, users):
    """The node of a size that a graph takes: that of an argument which has it."""
    symbol = str(node.meta.get("example_value"))
    for place in users:
        for d, n in enumerate(getattr(place.meta.get("example_value"), "shape", ())):
            if str(n) == symbol:
                return graph.call_function(torch.ops.aten.sym_size.int, (place, d))
    raise NotImplementedError("torch._dynamo.export: a number that is no size of an argument")


def _of_operators(gm, args, kwargs, tracing_mode, table):
    """The module with the operators that its graph calls."""
    from torch.fx.experimental.proxy_tensor import make_fx

    flat, _ = pytree.tree_flatten((args, kwargs))
    codegen = gm.graph._codegen

    def run(*values):
        return torch.fx.Interpreter(gm).run(*values, enable_io_processing=False)

    made = make_fx(run, decomposition_table=table, tracing_mode=tracing_mode)(*flat)
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
