"""Derivatives of higher-order operators in recordings below autograd: a call of its own, whose functions compute the body once more and its derivative."""

import torch
from torch._C._dynamo import eval_frame as _c

__all__ = ["with_gradients", "of_cond", "of_map"]


def with_gradients(call, operands, backward):
    """The results of call, as results of operands, where a recording below autograd is made; backward takes their gradients and gives those of the operands that have one."""
    if not _c.records_gradients() or not any(_differentiable(x) for x in operands):
        return call()
    return list(_Recorded.apply(call, backward, *operands))


def of_cond(pred, bodies, operands, grads):
    """Gradients of the operands of torch.cond: torch.cond of the derivatives of its branches."""
    own = [*operands, *grads]
    branches, leaves = zip(*(_derivative(body, own, own, len(operands)) for body in bodies))
    around = []
    for branch in branches:
        around += [x for x in _c.body_lifted(branch) if not any(x is y for y in around)]
    for branch in branches:
        _c.align_body(branch, around)
    return _c.record_higher_order("cond", [pred, *branches, (*own, *around)], ["true_graph", "false_graph"], leaves[0])


def of_map(body, xs, args, grads):
    """Gradients of what map takes: the rows of xs by mapping the derivative of its function, args, which all rows read, by sums over the rows."""
    columns = [*xs, *grads]
    own = [_c.row_example(x) for x in columns] + list(args)
    order = [*range(len(xs)), *range(len(columns), len(own)), *range(len(xs), len(columns))]
    derivative, leaves = _derivative(body, own, [*columns, *args], len(xs) + len(args), order)
    around = _c.body_lifted(derivative)
    _c.align_body(derivative, around)
    examples = [_c.rows_example(x, columns[0]) for x in leaves]
    given = _c.record_higher_order("map_impl", [derivative, columns, [*args, *around]], ["body_graph"], examples)
    rows = sum(_differentiable(x) for x in xs)
    read = [x for x in args if _differentiable(x)]
    return given[:rows] + [g.sum_to_size(x.shape) for g, x in zip(given[rows:], read)]


def _derivative(body, own, like, count, order=None):
    """The body that gives the gradients of the first count of own (by order, where there is one) from the others, and what it gives."""
    module = _c.body_module(body)

    def run(*inputs):
        if order is not None:
            inputs = [inputs[i] for i in order]
        operands, grads = inputs[:count], inputs[count:]
        with torch.enable_grad():
            outs = [(out, g) for out, g in zip(module(*operands), grads) if _differentiable(out)]
            read = [x for x in operands if _differentiable(x)]
            given = torch.autograd.grad([out for out, _ in outs], read, [g for _, g in outs], allow_unused=True) if outs else [None] * len(read)
        return [torch.zeros_like(x) if g is None else g for x, g in zip(read, given)]

    derivative, leaves = _c.record_body(run, own, like)
    return derivative, list(leaves)


class _Recorded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, call, backward, *operands):
        ctx.run, ctx.operands = backward, operands
        outs = call()
        ctx.mark_non_differentiable(*[x for x in outs if isinstance(x, torch.Tensor) and not x.is_floating_point()])
        return tuple(outs)

    @staticmethod
    def backward(ctx, *grads):
        given = iter(ctx.run(grads))
        return (None, None, *(next(given) if _differentiable(x) else None for x in ctx.operands))


def _differentiable(x):
    return isinstance(x, torch.Tensor) and x.requires_grad
