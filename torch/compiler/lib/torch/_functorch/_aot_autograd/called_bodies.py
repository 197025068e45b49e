"""Compiling ahead of time what calls functions that are graphs of their own (regions, branches, loops): they stay calls in the graphs of forward and backward."""

import torch
from torch._C import _fx
from torch._C._dynamo import eval_frame as _c
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

from .export import _is_view, _tidy
from .input_writes import take_input_writes
from .regions import cut_regions

__all__ = ["calls_bodies", "compile_calls"]

_DIFFERENTIABLE = ("invoke_subgraph", "cond", "map_impl")
_OTHERS = ("scan", "while_loop")


def calls_bodies(gm):
    """Whether a graph module calls graphs of its own that stay calls."""
    return _calls(gm, _DIFFERENTIABLE + _OTHERS) or _calls_own(gm)


def _calls(gm, names):
    operators = [getattr(torch.ops.higher_order, name) for name in names]
    return any(n.target in operators for n in _called_functions(gm))


def _calls_own(gm):
    return any(getattr(n.target, "own_operator", False) for n in _called_functions(gm))


def _called_functions(gm):
    if not isinstance(gm, torch.nn.Module) or not hasattr(gm, "graph"):
        return []
    return [n for n in gm.graph.nodes if n.op == "call_function"]


def compile_calls(gm, args, forward, backward, inference, partition):
    """The compiled form of gm for tensors like args, None where it has to be captured otherwise: where it changes an input, or a result shows the memory of an input or of another result."""
    if not all(type(x) in (torch.Tensor, torch.nn.Parameter) and all(type(n) is int for n in x.shape) for x in args):
        return None
    values = [x.detach().requires_grad_(x.requires_grad) for x in args]
    program = torch.func.functionalize(lambda *values: list(_flat(_c.run_told(gm, *values))))
    differentiable = torch.is_grad_enabled() and any(x.requires_grad for x in values)
    if differentiable and _calls(gm, _OTHERS):
        return None
    try:
        joint, places, count = _joint_graph(program, values) if differentiable else (None, [], 0)
        if not places:
            return _compile_inference(_plain_graph(program, values), args, inference)
        inputs = joint.graph.find_nodes(op="placeholder")[:len(values)]
        if not _stands_alone(joint.graph, inputs, joint.graph.output_node().args[0][:count]):
            return None
    except (NotImplementedError, _Shared):
        return None
    _prune(joint)
    cut_regions(joint, partition)
    joint.graph.set_codegen(torch.fx.graph.CodeGen())
    first, second = partition(joint, [], num_fwd_outputs=count)
    _move_to_backward(second)
    return _autograd(forward(first, _examples(first)), backward(second, _examples(second)), count, places)


def _prune(gm):
    for body in gm.children():
        body.graph.eliminate_dead_code()
        body.recompile()
        _prune(body)


def _move_to_backward(gm):
    """Says of all that the bodies of a backward graph compute that it belongs there."""
    for body in gm.children():
        for node in body.graph.nodes:
            _fx.move_to_backward(node, node)
        _move_to_backward(body)


class _Shared(Exception):
    """Results share memory."""


def _flat(out):
    return tuple(out) if isinstance(out, (list, tuple)) else (out,)


def _joint_graph(program, values):
    """The graph of primals and tangents, the places of the results that have gradients, and the number of results."""
    found = {}

    def results(*values):
        outs = program(*values)
        found["places"] = [i for i, x in enumerate(outs) if isinstance(x, torch.Tensor) and x.requires_grad]
        found["like"] = [(tuple(outs[i].shape), outs[i].stride(), outs[i].dtype) for i in found["places"]]
        return outs

    make_fx(results, tracing_mode="fake")(*values)
    if not found["places"]:
        return None, [], 0

    def joint(primals, tangents):
        outs = program(*primals)
        found["count"] = len(outs)
        for node in _c.recorded_nodes():
            node.meta["partitioner_tag"] = "is_forward"
        read = [x for x in primals if x.requires_grad]
        grads = iter(torch.autograd.grad([outs[i] for i in found["places"]], read, tangents, allow_unused=True))
        return [*outs, *(next(grads) if x.requires_grad else None for x in primals)]

    gm = make_fx(joint, tracing_mode="fake")(values, [torch.empty_strided(shape, strides, dtype=dtype) for shape, strides, dtype in found["like"]])
    _tidy(gm)
    return gm, found["places"], found["count"]


def _plain_graph(program, values):
    with torch.no_grad():
        gm = make_fx(program, tracing_mode="fake")(*[x.detach() for x in values])
    inputs = gm.graph.find_nodes(op="placeholder")
    for i, node in enumerate(inputs):
        node.target = f"arg{i}_1"
        node._rename(f"arg{i}_1")
    output = gm.graph.output_node()
    results = pytree.tree_leaves(output.args[0], is_leaf=lambda x: x is None)
    if not _stands_alone(gm.graph, inputs, results):
        raise _Shared
    output.args = (tuple(results),)
    gm.graph.set_codegen(torch.fx.graph.CodeGen())
    _tidy(gm)
    gm.recompile()
    type(gm).__name__ = "<lambda>"
    return gm


def _stands_alone(graph, inputs, results):
    """Whether no input is changed and each result has memory of its own."""
    if take_input_writes(graph, inputs):
        return False
    nodes = [n for n in results if isinstance(n, torch.fx.Node)]
    return len(set(nodes)) == len(nodes) and not any(n in inputs or _is_view(n, inputs) or _is_view(n, [m for m in nodes if m is not n]) for n in nodes)


def _examples(gm):
    return [n.meta["val"] for n in gm.graph.find_nodes(op="placeholder")]


def _called(compiled, values):
    """Calls what a compiler has made, which may take one list."""
    return list(compiled(list(values)) if getattr(compiled, "_boxed_call", False) else compiled(*values))


def _compile_inference(gm, args, compiler):
    compiled = compiler(gm, _examples(gm))

    def call(*values):
        with torch.no_grad():
            return _called(compiled, values)

    return call


def _autograd(forward, backward, count, places):
    """A function of tensors that runs two compiled graphs as one step of autograd."""

    class CompiledFunction(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *values):
            results = _called(forward, values)
            ctx.save_for_backward(*results[count:])
            ctx.mark_non_differentiable(*[x for i, x in enumerate(results[:count]) if isinstance(x, torch.Tensor) and i not in places])
            return tuple(results[:count])

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, *grads):
            return tuple(_called(backward, [*ctx.saved_tensors, *(grads[i] for i in places)]))

    def call(*values):
        return list(CompiledFunction.apply(*values))

    return call
