"""Losses in terms of the core operators."""
import torch

from ._core import _instead_of, scalar, sum_all

aten = torch.ops.aten


def _reduced(values, reduction):
    """What a loss gives for its values: themselves, their mean or their sum."""
    if reduction == 0:
        return values
    return aten.mean.default(values) if reduction == 1 else sum_all(values)


@_instead_of("l1_loss.default")
def l1_loss(x, target, reduction=1):
    return _reduced(aten.abs.default(aten.sub.Tensor(x, target)), reduction)


@_instead_of("huber_loss.default")
def huber_loss(x, target, reduction=1, delta=1.0):
    distance = aten.abs.default(aten.sub.Tensor(x, target))
    near = aten.lt.Scalar(distance, delta)
    square = aten.mul.Tensor(aten.mul.Tensor(distance, 0.5), distance)
    line = aten.mul.Tensor(aten.sub.Tensor(distance, 0.5 * delta), delta)
    return _reduced(aten.where.self(near, square, line), reduction)


@_instead_of("log_sigmoid.default")
def _log_sigmoid(x):
    zero = aten.full.default([], 0, dtype=x.dtype, layout=torch.strided, device=x.device, pin_memory=False)
    least = aten.minimum.default(zero, x)
    return aten.sub.Tensor(least, aten.log1p.default(aten.exp.default(aten.neg.default(aten.abs.default(x)))))


@_instead_of("binary_cross_entropy_with_logits.default")
def binary_cross_entropy_with_logits(x, target, weight=None, pos_weight=None, reduction=1):
    loss = aten.mul.Tensor(aten.sub.Tensor(1, target), x)
    logs = _log_sigmoid(x)
    if pos_weight is not None:
        logs = aten.mul.Tensor(aten.add.Tensor(aten.mul.Tensor(aten.sub.Tensor(pos_weight, 1), target), 1), logs)
    loss = aten.sub.Tensor(loss, logs)
    return _reduced(loss if weight is None else aten.mul.Tensor(loss, weight), reduction)


@_instead_of("xlogy.Tensor")
def xlogy(x, other):
    zeros = aten.eq.Scalar(x, 0)
    product = aten.mul.Tensor(x, aten.log.default(other))
    kept = aten.where.self(zeros, scalar(product, 0), product)
    return aten.where.self(aten.isnan.default(other), scalar(product, float("nan")), kept)


@_instead_of("nll_loss_forward.default", "nll_loss2d_forward.default")
def nll_loss_forward(x, target, weight=None, reduction=1, ignore_index=-100):
    """The loss and the sum of the weights that it counts with; classes are dimension 1, of a single sample 0."""
    classes = 0 if x.dim() < 2 else 1
    if weight is not None:
        shape = [1] * x.dim()
        shape[classes] = weight.shape[0]
        weights = aten.view.default(weight, shape) if x.dim() > 1 else weight
        x = aten.mul.Tensor(x, weights)
    counted = aten.ne.Scalar(target, ignore_index)
    safe = aten.unsqueeze.default(aten.where.self(counted, target, scalar(target, 0, torch.int64)), classes)
    losses = aten.neg.default(aten.squeeze.dims(aten.gather.default(x, classes, safe), [classes]))
    losses = aten.where.self(aten.ne.Scalar(target, ignore_index), losses, scalar(x, 0))
    if reduction == 0:
        return losses, aten.full.default([], 0.0, dtype=x.dtype, layout=torch.strided, device=x.device, pin_memory=False)
    if weight is None:
        total = aten._to_copy.default(sum_all(aten.ne.Scalar(target, ignore_index)), dtype=x.dtype, device=x.device)
    else:
        spread = aten.expand.default(weights, list(x.shape))
        picked = aten.squeeze.dims(aten.gather.default(spread, classes, safe), [classes])
        total = sum_all(aten.where.self(aten.ne.Scalar(target, ignore_index), picked, scalar(x, 0)))
    loss = sum_all(losses)
    return (loss if reduction == 2 else aten.div.Tensor(loss, total)), total
