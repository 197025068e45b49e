"""torch.ops.higher_order: each operator is called with graph modules, or other callables, where its schema has functions."""
import torch


class HigherOrderOperator:
    def __init__(self, run):
        self._run = run
        self.__name__ = run.__name__
        self.__qualname__ = run.__name__
        self.__module__ = "torch.ops.higher_order"

    @property
    def namespace(self):
        return "higher_order"

    def name(self):
        return self.__name__

    def __call__(self, *args, **kwargs):
        return self._run(*args, **kwargs)

    def __str__(self):
        return self.__name__

    __repr__ = __str__


operators = {}


def operator(run):
    op = operators[run.__name__] = HigherOrderOperator(run)
    return op


@operator
def wrap(body, *operands, **kwargs):
    return body(*operands)


@operator
def tag_activation_checkpoint(body, *operands, **kwargs):
    return body(*operands)


@operator
def invoke_subgraph(body, identifier, *operands):
    return body(*operands)


@operator
def register_hook(tensor, hook, *operands):
    if tensor.requires_grad:
        tensor.register_hook((lambda grad: hook(grad, *operands)) if operands else hook)
    return tensor


@operator
def cond(pred, true_fn, false_fn, operands=()):
    return true_fn(*operands) if pred else false_fn(*operands)


@operator
def while_loop(cond_fn, body_fn, carried, additional=()):
    carried = tuple(carried)
    while cond_fn(*carried, *additional):
        carried = tuple(body_fn(*carried, *additional))
    return tuple(c.clone() if isinstance(c, torch.Tensor) else c for c in carried)


@operator
def scan(combine_fn, init, xs, additional=()):
    carry, rows = list(init), []
    for i in range(xs[0].shape[0]):
        out = combine_fn(*carry, *[x[i] for x in xs], *additional)
        carry = list(out[:len(init)])
        rows.append(out[len(init):])
    return tuple(carry) + tuple(torch.stack(column) for column in zip(*rows))


@operator
def map_impl(body, xs, additional=()):
    rows = [body(*[x[i] for x in xs], *additional) for i in range(xs[0].shape[0])]
    return tuple(torch.stack(column) for column in zip(*rows))


class _Captured(torch.autograd.Function):
    """A custom function whose forward and backward are graphs: forward gives its results and what backward takes behind the gradients."""

    @staticmethod
    def forward(ctx, forward, backward, skipped, *operands):
        results, saved = forward(*operands)
        ctx.run = backward
        ctx.save_for_backward(*saved)
        ctx.mark_non_differentiable(*[results[i] for i in skipped])
        ctx.count = len(results)
        return results

    @staticmethod
    def backward(ctx, *grads):
        return (None, None, None) + tuple(ctx.run(*grads[:ctx.count], *ctx.saved_tensors))


@operator
def autograd_function_apply(forward, backward, *operands, non_differentiable_idx=(), saved_for_backward_idx=()):
    return _Captured.apply(forward, backward, non_differentiable_idx, *operands)
