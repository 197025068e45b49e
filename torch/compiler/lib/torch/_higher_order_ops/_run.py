"""What the operators do when the graph runs; their functions are graph modules there."""

import math

import torch
from torch._higher_order import graph_operator
from torch._higher_order_ops import _record
from torch._higher_order_ops.foreach_map import _each  # noqa: F401
from torch._higher_order_ops.hints_wrap import hints_wrapper  # noqa: F401
from torch._higher_order_ops.out_dtype import out_dtype  # noqa: F401
from torch._higher_order_ops.print import print  # noqa: F401
from torch._higher_order_ops.utils import flat, is_graph
from torch._higher_order_ops.wrap import (  # noqa: F401
    dynamo_bypassing_wrapper, tag_activation_checkpoint, wrap, wrap_activation_checkpoint, wrap_with_autocast, wrap_with_set_grad_enabled,
)
from torch.utils import _pytree as pytree


class _WithZeros(torch.autograd.Function):
    """Results whose derivative is zero, not absent, by the operands that they do not depend on: the first count of values."""

    @staticmethod
    def forward(ctx, count, *values):
        ctx.operands = [(x.shape, x.dtype, x.device) if x.requires_grad else None for x in values[:count]]
        results = [x.view_as(x) for x in values[count:]]
        ctx.mark_non_differentiable(*[x for x in results if not x.is_floating_point() and not x.is_complex()])
        return tuple(results)

    @staticmethod
    def backward(ctx, *grads):
        return (None, *(None if x is None else torch.zeros(x[0], dtype=x[1], device=x[2]) for x in ctx.operands), *grads)


class CondAutogradOp(_WithZeros):
    pass


class MapAutogradOp(_WithZeros):
    pass


class ScanAutogradOp(_WithZeros):
    pass


class WhileLoopAutogradOp(_WithZeros):
    pass


def _with_zeros(function, operands, results):
    """Results of an operator as PyTorch's, whose derivative is a function of its own: zero by operands that were not used."""
    operands = [x for x in operands if isinstance(x, torch.Tensor)]
    places = [i for i, x in enumerate(results) if isinstance(x, torch.Tensor)]
    if not places or not torch.is_grad_enabled() or not any(x.requires_grad for x in operands):
        return results
    made = dict(zip(places, function.apply(len(operands), *operands, *(results[i] for i in places))))
    return tuple(made.get(i, x) for i, x in enumerate(results))


@graph_operator("CondOp", "cond")
def cond(pred, true_graph, false_graph, operands=()):
    if _record.is_recording() and not isinstance(pred, (bool, int)):
        return tuple(_record.cond(pred, true_graph, false_graph, operands, operands))
    chosen = true_graph if pred else false_graph
    if not is_graph(chosen):
        return chosen(*operands)
    results = flat(chosen(*operands))
    return results if isinstance(pred, (bool, int)) else _with_zeros(CondAutogradOp, operands, results)


@graph_operator("WhileLoopOp", "while_loop")
def while_loop(cond_graph, body_graph, carried, additional=()):
    start = carried = tuple(carried)
    if _record.is_recording():
        return _record.while_loop(lambda *xs: flat(cond_graph(*xs, *additional))[0], lambda *xs: body_graph(*xs, *additional), carried)
    while flat(cond_graph(*carried, *additional))[0]:
        carried = flat(body_graph(*carried, *additional))
    return _with_zeros(WhileLoopAutogradOp, [*start, *additional], carried)


@graph_operator("StrictMode", "strict_mode")
def strict_mode(graph, operands):
    return flat(graph(*operands))


@graph_operator("RegisterHook", "register_hook")
def register_hook(tensor, hook, *operands):
    if tensor.requires_grad:
        tensor.register_hook((lambda grad: hook(grad, *operands)) if operands else hook)
    return tensor


class ApplyTemplate(torch.autograd.Function):
    """A custom function whose forward and backward are graphs: forward gives its results and what backward takes behind the gradients."""

    @staticmethod
    def forward(ctx, forward, backward, skipped, dirty, *operands):
        results, saved = forward(*operands)
        ctx.run = backward
        ctx.mark_dirty(*[results[i] for i in dirty])
        ctx.sizes = [None if isinstance(x, torch.Tensor) else x for x in saved]
        ctx.save_for_backward(*[x for x in saved if isinstance(x, torch.Tensor)])
        ctx.mark_non_differentiable(*[results[i] for i in skipped])
        ctx.count = len(results)
        return results

    @staticmethod
    def backward(ctx, *grads):
        tensors = iter(ctx.saved_tensors)
        saved = [next(tensors) if size is None else size for size in ctx.sizes]
        return (None, None, None, None) + tuple(ctx.run(*grads[:ctx.count], *saved))


class _ApplyUnderTransform(torch.autograd.Function):
    """The same where a transform of torch.func is active: what backward takes are results behind those of forward, whose number goes into counts."""

    generate_vmap_rule = True

    @staticmethod
    def forward(forward, backward, skipped, counts, *operands):
        results, saved = forward(*operands)
        counts.append(len(results))
        return (*results, *saved)

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        _, ctx.run, skipped, counts, *operands = inputs
        ctx.count, ctx.operands = counts[-1], len(operands)
        saved = outputs[ctx.count:]
        ctx.sizes = [None if isinstance(x, torch.Tensor) else x for x in saved]
        ctx.save_for_backward(*[x for x in saved if isinstance(x, torch.Tensor)])
        ctx.mark_non_differentiable(*[outputs[i] for i in skipped], *[x for x in saved if isinstance(x, torch.Tensor)])

    @staticmethod
    def backward(ctx, *grads):
        tensors = iter(ctx.saved_tensors)
        saved = [next(tensors) if size is None else size for size in ctx.sizes]
        return (None, None, None, None) + tuple(ctx.run(*grads[:ctx.count], *saved))


@graph_operator("AutogradFunctionApply", "autograd_function_apply")
def autograd_function_apply(forward, backward, *operands, non_differentiable_idx=(), saved_for_backward_idx=(), dirty_idx=()):
    if torch._C._innermost_transform() is not None:
        counts = []
        results = _ApplyUnderTransform.apply(forward, backward, non_differentiable_idx, counts, *operands)
        return results[:counts[-1]]
    return ApplyTemplate.apply(forward, backward, non_differentiable_idx, dirty_idx, *operands)


@graph_operator("InvokeSubgraphHOP", "invoke_subgraph")
def invoke_subgraph(graph, identifier, *operands):
    if _record.is_recording():
        return _record.invoke_subgraph(graph, identifier, operands)
    return flat(graph(*operands))


@graph_operator("MapImpl", "map")
def map_impl(graph, xs, pos_args=()):
    if _record.is_recording():
        return tuple(_record.map_rows(lambda row, *args: graph(*row, *args), list(xs), pos_args))
    rows = [flat(graph(*row, *pos_args)) for row in zip(*(x.unbind(0) for x in xs))]
    return _with_zeros(MapAutogradOp, [*xs, *pos_args], tuple(torch.stack(column) for column in zip(*rows)))


@graph_operator("ScanOp", "scan")
def scan(graph, init, xs, additional=()):
    carry, outs = list(init), []
    if _record.is_recording():
        def combine(carry, row):
            result = flat(graph(*carry, *row, *additional))
            return list(result[:len(carry)]), list(result[len(carry):])

        last, rows = _record.scan(combine, list(init), list(xs))
        return (*last, *rows)
    for row in zip(*(x.unbind(0) for x in xs)):
        result = flat(graph(*carry, *row, *additional))
        carry = list(result[:len(init)])
        outs.append(result[len(init):])
    if not outs:  # a step tells what there would be
        result = flat(graph(*init, *(x.new_zeros(x.shape[1:]) for x in xs), *additional))
        return (*init, *(x.new_empty((0, *x.shape)) for x in result[len(init):]))
    return _with_zeros(ScanAutogradOp, [*init, *xs, *additional], (*carry, *(torch.stack(column) for column in zip(*outs))))


@graph_operator("AssociativeScanOp", "associative_scan")
def associative_scan(graph, xs, additional=()):
    if _record.is_recording() and not any(isinstance(x, torch.Tensor) and x.requires_grad for x in (*xs, *additional)):
        return tuple(_record.associative_scan(lambda *rows: list(flat(graph(*rows, *additional))), list(xs)))
    rows = [flat(r) for r in zip(*(x.unbind(0) for x in xs))]
    outs = rows[:1]
    for row in rows[1:]:
        outs.append(flat(graph(*outs[-1], *row, *additional)))
    return tuple(torch.stack(column) for column in zip(*outs))


@graph_operator("FlexAttentionHOP", "flex_attention")
def flex_attention(query, key, value, score_mod, block_mask, scale, kernel_options, score_mod_buffers=(), mask_mod_buffers=()):
    from torch.nn.attention.flex_attention import attend

    mask_mod = block_mask[-1]
    out, lse = attend(query, key, value, lambda *place: score_mod(*place, *score_mod_buffers), lambda *place: mask_mod(*place, *mask_mod_buffers), scale)
    return out, lse / math.log(2.0), lse.new_empty(0)


@graph_operator("ForeachMap", "foreach_map")
def foreach_map(graph, *operands):
    return flat(graph(*operands))


@graph_operator("InvokeLeafFunction", "invoke_leaf_function")
def invoke_leaf_function(*args):
    from .invoke_leaf_function import invoke_leaf_function as run

    return run(*args)


@graph_operator("AutoFunctionalizedV2", "auto_functionalize")
def auto_functionalized_v2(op, /, *, _all_bases, **kwargs):
    """op on copies of the tensors that it changes, which are results behind its own; each argument says which of them it is."""
    bases = [None if b is None else b.clone() for b in _all_bases]

    def changed(name):
        i = kwargs.pop(f"_{name}_base_index")
        if i is None:
            return None
        if f"_{name}_slice_dim" in kwargs:
            return torch.ops.aten.slice.Tensor(bases[i], *(kwargs.pop(f"_{name}_slice_{part}") for part in ("dim", "start", "end")))
        kwargs.pop(f"_{name}_alias", None)
        if f"_{name}_size" in kwargs:
            return torch.as_strided(bases[i], *(kwargs.pop(f"_{name}_{part}") for part in ("size", "stride", "storage_offset")))
        return bases[i]

    for a in op._schema.arguments:
        if f"_{a.name}_length" in kwargs:
            kwargs[a.name] = [changed(f"{a.name}_{i}") for i in range(kwargs.pop(f"_{a.name}_length"))]
        elif f"_{a.name}_base_index" in kwargs:
            kwargs[a.name] = changed(a.name)
    return (*_own(op(**kwargs)), *bases)


def _own(result):
    """The results of an operator that has at least one: None if it has none."""
    return result if isinstance(result, tuple) else (result,)


@graph_operator("AutoFunctionalized", "auto_functionalize")
def auto_functionalized(op, /, **kwargs):
    """op on a copy of each tensor that it changes; the copies are results behind its own, in a list where the argument is one."""
    copies = []
    for a in op._schema.arguments:
        if a.alias_info is not None and a.alias_info.is_write and a.name in kwargs:
            given = kwargs[a.name]
            several = isinstance(given, (list, tuple))
            own = [None if x is None else x.clone() for x in (given if several else [given])]
            kwargs[a.name] = own if several else own[0]
            copies.append(kwargs[a.name])
    return (*_own(op(**kwargs)), *copies)
