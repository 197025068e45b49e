"""What the operators do when the graph runs; their functions are graph modules there."""

import torch
from torch.utils import _pytree as pytree


def _flat(out):
    return tuple(out) if isinstance(out, (list, tuple)) else (out,)


def cond(pred, true_graph, false_graph, operands=()):
    return _flat((true_graph if pred else false_graph)(*operands))


def while_loop(cond_graph, body_graph, carried, additional=()):
    carried = tuple(carried)
    while cond_graph(*carried, *additional)[0]:
        carried = _flat(body_graph(*carried, *additional))
    return carried


def wrap(graph, *operands):
    return _flat(graph(*operands))


def hints_wrapper(graph, args=(), kwargs=None, hints=None):
    return _flat(graph(*args, **(kwargs or {})))


def tag_activation_checkpoint(graph, *operands, **kwargs):
    from torch.utils.checkpoint import checkpoint

    kwargs.setdefault("use_reentrant", False)
    return _flat(checkpoint(graph, *operands, **kwargs))


def invoke_subgraph(graph, identifier, *operands):
    return _flat(graph(*operands))


def map_impl(graph, xs, pos_args=()):
    rows = [_flat(graph(*row, *pos_args)) for row in zip(*(x.unbind(0) for x in xs))]
    return tuple(torch.stack(column) for column in zip(*rows))


def scan(graph, init, xs, additional=()):
    carry, outs = list(init), []
    for row in zip(*(x.unbind(0) for x in xs)):
        result = _flat(graph(*carry, *row, *additional))
        carry = list(result[:len(init)])
        outs.append(result[len(init):])
    return (*carry, *(torch.stack(column) for column in zip(*outs)))


class _Apply(torch.autograd.Function):
    """A traced autograd.Function: graphs of its forward and its backward."""

    @staticmethod
    def forward(ctx, fwd, bwd, still, *operands):
        outs, saved = fwd(*operands)
        ctx.bwd = bwd
        ctx.save_for_backward(*(s for s in saved if isinstance(s, torch.Tensor)))
        ctx.plain = [None if isinstance(s, torch.Tensor) else (s,) for s in saved]
        ctx.mark_non_differentiable(*(outs[i] for i in still))
        return tuple(outs)

    @staticmethod
    def backward(ctx, *grads):
        tensors = iter(ctx.saved_tensors)
        saved = [next(tensors) if p is None else p[0] for p in ctx.plain]
        return (None, None, None, *ctx.bwd(*grads, *saved))


def autograd_function_apply(fwd, bwd, *operands, non_differentiable_idx=(), saved_for_backward_idx=()):
    return _Apply.apply(fwd, bwd, tuple(non_differentiable_idx), *operands)
