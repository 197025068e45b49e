"""Derivatives of higher-order operators in recordings below autograd: a call of its own, whose functions compute the body once more and its derivative."""

import torch
from torch._higher_order_ops.utils import flat
from torch._C._dynamo import eval_frame as _c

__all__ = ["with_gradients", "of_cond", "of_map", "joint_of", "functional", "region_with_gradients"]


def with_gradients(call, operands, backward):
    """The results of call, a function of operands, where a recording below autograd is made; backward takes the operands and the gradients of the results, and gives those of the operands that have one."""
    if not _c.records_gradients() or not any(_differentiable(x) for x in operands):
        return call(*operands)
    return list(_c.beneath_functional(lambda *operands: list(_Recorded.apply(call, backward, *operands)), list(operands)))


def functional(graph):
    """The function that runs a graph and changes nothing in place: beneath a functional program, where nothing else sees to that."""
    def run(*operands):
        return _c.run_told(graph, *operands)

    return torch.func.functionalize(run, remove="mutations")


def of_cond(pred, bodies, operands, grads):
    """Gradients of the operands of torch.cond: torch.cond of the derivatives of its branches."""
    own = [*operands, *grads]
    branches, leaves = zip(*(_derivative(body, own, own, len(operands)) for body in bodies))
    around = []
    for branch in branches:
        around += [x for x in _c.body_lifted(branch) if not any(x is y for y in around)]
    for branch in branches:
        _c.align_body(branch, around)
    given = _c.record_higher_order("cond", [pred, *branches, (*own, *around)], ["true_graph_", "false_graph_"], leaves[0])
    return _of_differentiable(operands, given)


def of_map(body, xs, args, grads):
    """Gradients of what map takes: the rows of xs by mapping the derivative of its function, args, which all rows read, by sums over the rows."""
    columns = [*xs, *grads]
    own = [_c.row_example(x) for x in columns] + list(args)
    order = [*range(len(xs)), *range(len(columns), len(own)), *range(len(xs), len(columns))]
    derivative, leaves = _derivative(body, own, [*columns, *args], len(xs) + len(args), order)
    around = _c.body_lifted(derivative)
    _c.align_body(derivative, around)
    examples = [_c.rows_example(x, columns[0]) for x in leaves]
    given = _c.record_higher_order("map_impl", [derivative, columns, [*args, *around]], ["body_graph_"], examples)
    of_args = [g.sum_to_size(x.shape) if _differentiable(x) else None for x, g in zip(_tensors(args), given[len(xs):])]
    return _of_differentiable(xs, given) + [g for g in of_args if g is not None]


def _tensors(values):
    return [x for x in values if isinstance(x, torch.Tensor)]


def _of_differentiable(operands, given):
    """Of what a derivative gives, one for each tensor, the gradients."""
    return [g for x, g in zip(_tensors(operands), given) if _differentiable(x)]


def _derivative(body, own, like, count, order=None):
    """The body that gives the gradients of the tensors among the first count of own (by order, where there is one) from the others, zeros for those without, and what it gives."""
    module = _c.body_module(body)

    def run(*inputs):
        ordered = inputs if order is None else [inputs[i] for i in order]
        operands, grads = ordered[:count], ordered[count:]
        with torch.enable_grad():
            outs = [(out, g) for out, g in zip(functional(module)(*operands), grads) if _differentiable(out)]
            read = [x for x in operands if _differentiable(x)]
            found = iter(torch.autograd.grad([out for out, _ in outs], read, [g for _, g in outs], allow_unused=True) if outs else [None] * len(read))
        found = [next(found) if _differentiable(x) else None for x in _tensors(operands)]
        given = [torch.zeros_like(x) if g is None else g for x, g in zip(_tensors(operands), found)]
        return [g.clone() if any(g is x for x in inputs) else g for g in given]

    derivative, leaves = _c.record_body(run, own, like)
    return derivative, list(leaves)


class _Recorded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, call, backward, *operands):
        ctx.run, ctx.operands = backward, operands
        outs = call(*operands)
        ctx.mark_non_differentiable(*[x for x in outs if isinstance(x, torch.Tensor) and not x.is_floating_point()])
        return tuple(outs)

    @staticmethod
    def backward(ctx, *grads):
        given = iter(ctx.run(ctx.operands, grads))
        return (None, None, *(next(given) if _differentiable(x) else None for x in ctx.operands))


def _differentiable(x):
    return isinstance(x, torch.Tensor) and x.requires_grad


def region_with_gradients(graph, identifier, operands, call):
    """The results of a call of a region. Its derivative is a call, too: of the joint graph, which computes gradients of the operands and the results once more."""
    bodies = _c.recorded_bodies()
    differentiable = bodies.get((identifier, "differentiable"))
    if differentiable is None:
        def forward(*inputs):
            with torch.enable_grad():
                return flat(_c.run_told(graph, *inputs))

        _, outs = _c.record_body(forward, list(operands), list(operands))
        differentiable = bodies[identifier, "differentiable"] = [_differentiable(x) for x in outs]
    return tuple(_c.beneath_functional(lambda *operands: list(_Region.apply(graph, identifier, differentiable, call, *operands)), list(operands)))


class _Region(torch.autograd.Function):
    @staticmethod
    def forward(ctx, graph, identifier, differentiable, call, *operands):
        bodies = _c.recorded_bodies()
        ctx.region, ctx.operands = (graph, identifier, differentiable), operands
        ctx.number = bodies["calls"] = bodies.get("calls", -1) + 1
        outs = call(*operands)
        _tell_number(ctx.number)
        ctx.mark_non_differentiable(*[x for x, yes in zip(outs, differentiable) if isinstance(x, torch.Tensor) and not yes])
        return tuple(outs)

    @staticmethod
    def backward(ctx, *grads):
        graph, identifier, differentiable = ctx.region
        grads = [g for g, yes in zip(grads, differentiable) if yes]
        bodies, own = _c.recorded_bodies(), [*ctx.operands, *grads]
        known = bodies.setdefault((identifier, "joint"), {})
        layout = tuple((tuple(g.shape), g.stride(), g.dtype) for g in grads)
        if layout not in known:
            known[layout] = (len(known), *_c.record_body(joint_of(graph, len(ctx.operands)), own, own))
        number, body, leaves = known[layout]
        given = _c.record_higher_order("invoke_subgraph", [body, f"bw_{identifier}_{number}", *own], ["repeated_subgraph"], list(leaves))
        _tell_number(ctx.number)
        return (None, None, None, None, *given[:len(ctx.operands)])


def joint_of(graph, count):
    """The function of operands and gradients of results that gives gradients of the operands, then the results."""

    def joint(*inputs):
        operands, grads = inputs[:count], inputs[count:]
        with torch.enable_grad():
            outs = flat(functional(graph)(*operands))
            roots = [x for x in outs if _differentiable(x)]
            read = [x for x in operands if _differentiable(x)]
            found = iter(torch.autograd.grad(roots, read, list(grads), allow_unused=True))
        given = [next(found) if _differentiable(x) else None for x in operands]
        return tuple(x.clone() if any(x is other for other in inputs) else x for x in [*given, *outs])

    return joint


def _tell_number(number):
    """Notes on the call that was recorded last which call of a region it belongs to."""
    node = next(n for n in reversed(_c.recorded_nodes()) if n.target is torch.ops.higher_order.invoke_subgraph)
    node.meta["custom"] = {"call_id": number}
    _c.annotate_node(node, node.meta["custom"])
