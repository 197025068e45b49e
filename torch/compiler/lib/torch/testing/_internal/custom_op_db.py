"""Operators of torch.library for tests, whose kernels are numpy's: each with what it gives for tensors without data, its derivative, and a rule for vmap."""

import functools

import numpy as np

import torch
from torch import Tensor
from torch.testing import make_tensor
from torch.testing._internal.autograd_function_db import to_numpy
from torch.testing._internal.common_dtype import all_types_and
from torch.testing._internal.opinfo.core import OpInfo, SampleInput
from torch.types import Number


def _tensor(array, like):
    return torch.tensor(array, device=like.device)


def _front(x, dim, size):
    """A tensor with what is mapped in front: where nothing is mapped, it is repeated."""
    return x.expand(size, *x.shape) if dim is None else x.movedim(dim, 0)


def _behind(dim, x):
    """A dimension of an element of x, whose mapped dimension is the first, as one of x."""
    return dim + 1 if dim >= 0 else x.dim() + dim


@torch.library.custom_op("_torch_testing::numpy_cube", mutates_args=())
def numpy_cube(x: Tensor) -> tuple[Tensor, Tensor]:
    array = to_numpy(x)
    return _tensor(array ** 3, x), _tensor(3 * array ** 2, x)


@numpy_cube.register_fake
def _(x):
    return x.clone(), x.clone()


def numpy_cube_setup_context(ctx, inputs, output):
    ctx.save_for_backward(inputs[0], output[1])


def numpy_cube_backward(ctx, grad_out, grad_dx):
    x, dx = ctx.saved_tensors
    return numpy_mul(grad_out, dx) + 6 * numpy_mul(grad_dx, x)


def numpy_cube_vmap(info, in_dims, x):
    return numpy_cube(x), (in_dims[0], in_dims[0])


numpy_cube.register_autograd(numpy_cube_backward, setup_context=numpy_cube_setup_context)
numpy_cube.register_vmap(numpy_cube_vmap)


@torch.library.custom_op("_torch_testing::numpy_mul", mutates_args=())
def numpy_mul(x: Tensor, y: Tensor) -> Tensor:
    return _tensor(to_numpy(x) * to_numpy(y), x)


@numpy_mul.register_fake
def _(x, y):
    assert x.device == y.device
    return (x * y).contiguous()


def numpy_mul_setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def numpy_mul_backward(ctx, grad_out):
    x, y = ctx.saved_tensors
    return (grad_out * y if ctx.needs_input_grad[0] else None), (grad_out * x if ctx.needs_input_grad[1] else None)


def numpy_mul_vmap(info, in_dims, x, y):
    x, y = (t.movedim(d, -1) if d is not None else t.unsqueeze(-1) for t, d in zip((x, y), in_dims))
    return numpy_mul(x, y), -1


numpy_mul.register_autograd(numpy_mul_backward, setup_context=numpy_mul_setup_context)
numpy_mul.register_vmap(numpy_mul_vmap)


@torch.library.custom_op("_torch_testing::numpy_mul_scalar", mutates_args=())
def numpy_mul_scalar(x: Tensor, *, scalar: float) -> Tensor:
    return _tensor(to_numpy(x) * scalar, x)


@numpy_mul_scalar.register_fake
def _(x, *, scalar):
    return (x * scalar).contiguous()


def numpy_mul_scalar_setup_context(ctx, inputs, keyword_only_inputs, output):
    ctx.scalar = keyword_only_inputs["scalar"]


def numpy_mul_scalar_backward(ctx, grad_out):
    return grad_out * ctx.scalar


def numpy_mul_scalar_vmap(info, in_dims, x, *, scalar):
    return numpy_mul_scalar(x.movedim(in_dims[0], -1), scalar=scalar), -1


numpy_mul_scalar.register_autograd(numpy_mul_scalar_backward, setup_context=numpy_mul_scalar_setup_context)
numpy_mul_scalar.register_vmap(numpy_mul_scalar_vmap)


@torch.library.custom_op("_torch_testing::numpy_sort", mutates_args=())
def numpy_sort(x: Tensor, dim: int) -> tuple[Tensor, Tensor, Tensor]:
    array = to_numpy(x)
    order = np.argsort(array, axis=dim)
    return _tensor(np.take_along_axis(array, order, axis=dim), x), _tensor(order, x), _tensor(np.argsort(order, axis=dim), x)


@numpy_sort.register_fake
def _(x, dim):
    return torch.empty_like(x), torch.empty_like(x, dtype=torch.long), torch.empty_like(x, dtype=torch.long)


def numpy_sort_setup_context(ctx, inputs, output):
    _, order, inverse = output
    ctx.dim = inputs[1]
    ctx.save_for_backward(order, inverse)
    ctx.mark_non_differentiable(order, inverse)


def numpy_sort_backward(ctx, grad_out, grad_order, grad_inverse):
    order, inverse = ctx.saved_tensors
    return numpy_take(grad_out, inverse, order, ctx.dim), None


def numpy_sort_vmap(info, in_dims, x, dim):
    x = x.movedim(in_dims[0], 0)
    return numpy_sort(x, _behind(dim, x)), (0, 0, 0)


numpy_sort.register_autograd(numpy_sort_backward, setup_context=numpy_sort_setup_context)
numpy_sort.register_vmap(numpy_sort_vmap)


@torch.library.custom_op("_torch_testing::numpy_take", mutates_args=())
def numpy_take(x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Tensor:
    return _tensor(np.take_along_axis(to_numpy(x), to_numpy(ind), dim), x)


@numpy_take.register_fake
def _(x, ind, ind_inv, dim):
    assert x.device == ind.device == ind_inv.device
    return torch.empty_like(x)


def numpy_take_setup_context(ctx, inputs, output):
    _, ind, ind_inv, ctx.dim = inputs
    ctx.save_for_backward(ind, ind_inv)


def numpy_take_backward(ctx, grad_out):
    ind, ind_inv = ctx.saved_tensors
    return numpy_take(grad_out, ind_inv, ind, ctx.dim), None, None, None


def numpy_take_vmap(info, in_dims, x, ind, ind_inv, dim):
    rank = max(t.dim() - (d is not None) for t, d in zip((x, ind, ind_inv), in_dims))
    x, ind, ind_inv = (_front(t, d, info.batch_size) for t, d in zip((x, ind, ind_inv), in_dims))
    return numpy_take(x, ind, ind_inv, (dim if dim >= 0 else dim + rank) + 1), 0


numpy_take.register_autograd(numpy_take_backward, setup_context=numpy_take_setup_context)
numpy_take.register_vmap(numpy_take_vmap)


@torch.library.custom_op("_torch_testing::numpy_nonzero", mutates_args=())
def numpy_nonzero(x: Tensor) -> Tensor:
    array = to_numpy(x)
    found = np.stack(np.nonzero(array), axis=1)
    if found.shape[0] <= 1:
        raise RuntimeError("not supported")
    return _tensor(found, x)


@numpy_nonzero.register_fake
def _(x):
    count = torch.library.get_ctx().new_dynamic_size()
    return x.new_empty([count, x.dim()], dtype=torch.long)


def numpy_nonzero_vmap(info, in_dims, x):
    raise NotImplementedError("Operator is data-dependent and cannot be vmapped.")


numpy_nonzero.register_vmap(numpy_nonzero_vmap)


@torch.library.custom_op("_torch_testing::numpy_view_copy", mutates_args=())
def numpy_view_copy(x: Tensor, shape: list[int]) -> Tensor:
    return _tensor(np.copy(to_numpy(x).reshape(shape)), x)


@numpy_view_copy.register_fake
def _(x, shape):
    return x.clone().view(shape).clone()


def numpy_view_copy_setup_context(ctx, inputs, output):
    ctx.x_shape = inputs[0].shape


def numpy_view_copy_backward(ctx, grad_out):
    return numpy_view_copy(grad_out, ctx.x_shape), None


def numpy_view_copy_vmap(info, in_dims, x, shape):
    x = x.movedim(in_dims[0], 0)
    return numpy_view_copy(x, (x.shape[0], *shape)), 0


numpy_view_copy.register_autograd(numpy_view_copy_backward, setup_context=numpy_view_copy_setup_context)
numpy_view_copy.register_vmap(numpy_view_copy_vmap)


@torch.library.custom_op("_torch_testing::numpy_nms", mutates_args=())
def numpy_nms(boxes: Tensor, scores: Tensor, iou_threshold: Number) -> Tensor:
    """Indices of the boxes that are kept, the best first: each leaves out those that overlap it by more than the threshold."""
    assert boxes.device == scores.device
    corners, left = to_numpy(boxes), to_numpy(scores).argsort()[::-1]
    x1, y1, x2, y2 = corners.T
    areas = (x2 - x1 + 1) * (y2 - y1 + 1)
    kept = []
    while left.size > 0:
        best, rest = left[0], left[1:]
        kept.append(best)
        width = np.maximum(0.0, np.minimum(x2[best], x2[rest]) - np.maximum(x1[best], x1[rest]) + 1)
        height = np.maximum(0.0, np.minimum(y2[best], y2[rest]) - np.maximum(y1[best], y1[rest]) + 1)
        shared = width * height
        left = rest[shared / (areas[best] + areas[rest] - shared) <= iou_threshold]
    result = _tensor(np.stack(kept), boxes)
    if result.size(0) < 2:
        raise RuntimeError("not supported")
    return result


@numpy_nms.register_fake
def _(boxes, scores, iou_threshold):
    assert boxes.device == scores.device
    return boxes.new_empty([torch.library.get_ctx().new_dynamic_size()], dtype=torch.int64)


def numpy_nms_vmap(info, in_dims, boxes, scores, iou_threshold):
    raise NotImplementedError("Operator is data-dependent and cannot be vmapped.")


numpy_nms.register_vmap(numpy_nms_vmap)


@torch.library.custom_op("_torch_testing::numpy_cat", mutates_args=())
def numpy_cat(xs: list[Tensor], dim: int) -> Tensor:
    assert len(xs) > 0 and all(x.device == xs[0].device and x.dtype == xs[0].dtype for x in xs)
    return _tensor(np.concatenate([to_numpy(x) for x in xs], axis=dim), xs[0])


@numpy_cat.register_fake
def _(xs, dim):
    assert len(xs) > 0 and all(x.device == xs[0].device and x.dtype == xs[0].dtype for x in xs)
    return torch.cat(xs, dim=dim)


def numpy_cat_setup_context(ctx, inputs, output):
    xs, dim = inputs
    ctx.sizes, ctx.dim = [x.shape[dim] for x in xs], dim


def numpy_cat_backward(ctx, grad_out):
    ends = list(np.cumsum(ctx.sizes)[:-1])
    return numpy_split_copy(grad_out, ends, ctx.dim), None


def numpy_cat_vmap(info, in_dims, xs, dim):
    xs = [_front(x, d, info.batch_size) for x, d in zip(xs, in_dims[0])]
    return numpy_cat(xs, _behind(dim, xs[0])), 0


numpy_cat.register_autograd(numpy_cat_backward, setup_context=numpy_cat_setup_context)
numpy_cat.register_vmap(numpy_cat_vmap)


@torch.library.custom_op("_torch_testing::numpy_split_copy", mutates_args=())
def numpy_split_copy(x: Tensor, splits: list[int], dim: int) -> list[Tensor]:
    return [_tensor(part, x) for part in np.split(to_numpy(x), splits, axis=dim)]


@numpy_split_copy.register_fake
def _(x, splits, dim):
    return [part.clone() for part in torch.tensor_split(x, splits, dim)]


def numpy_split_copy_setup_context(ctx, inputs, output):
    ctx.dim = inputs[2]


def numpy_split_copy_backward(ctx, grad_out):
    return numpy_cat(grad_out, dim=ctx.dim), None, None


def numpy_split_copy_vmap(info, in_dims, x, splits, dim):
    x = x.movedim(in_dims[0], 0)
    return numpy_split_copy(x, splits, _behind(dim, x)), 0


numpy_split_copy.register_autograd(numpy_split_copy_backward, setup_context=numpy_split_copy_setup_context)
numpy_split_copy.register_vmap(numpy_split_copy_vmap)


@torch.library.custom_op("_torch_testing::numpy_split_copy_with_int", mutates_args=())
def numpy_split_copy_with_int(x: Tensor, splits: list[int], dim: int) -> tuple[list[Tensor], int]:
    return [_tensor(part, x) for part in np.split(to_numpy(x), splits, axis=dim)], len(splits)


@numpy_split_copy_with_int.register_fake
def _(x, splits, dim):
    return [part.clone() for part in torch.tensor_split(x, splits, dim)], len(splits)


def numpy_split_copy_with_int_setup_context(ctx, inputs, output):
    ctx.dim = inputs[2]


def numpy_split_copy_with_int_backward(ctx, grad_out, _):
    return numpy_cat(grad_out, dim=ctx.dim), None, None


def numpy_split_copy_with_int_vmap(info, in_dims, x, splits, dim):
    x = x.movedim(in_dims[0], 0)
    result, count = numpy_split_copy_with_int(x, splits, _behind(dim, x))
    return (result, count), ([0] * len(result), None)


numpy_split_copy_with_int.register_autograd(numpy_split_copy_with_int_backward, setup_context=numpy_split_copy_with_int_setup_context)
numpy_split_copy_with_int.register_vmap(numpy_split_copy_with_int_vmap)


def _samples(*calls):
    """Samples of calls: each is made of a maker of tensors."""
    def sample_inputs(opinfo, device, dtype, requires_grad, **kwargs):
        make = functools.partial(make_tensor, device=device, dtype=dtype, requires_grad=requires_grad)
        for call in calls:
            args, kw = call(make)
            yield SampleInput(args[0], args=args[1:], kwargs=kw)

    return sample_inputs


def _order(make):
    """An order of rows and its inverse."""
    x = make((3, 5), low=0.9, high=2)
    order = x.detach().argsort(1)
    return (x, order, order.argsort(1), 1), {}


def _boxes(make):
    """Boxes of some size in a square, with scores."""
    corners = make((64, 2), low=0, high=800).detach()
    sizes = make((64, 2), low=20, high=120).detach()
    return (torch.cat([corners, corners + sizes], 1), make((64,), low=0, high=1).detach(), 0.6494564414024353), {}


sample_inputs_numpy_cube = _samples(lambda t: ((t(1, low=0.8, high=2),), {}))
sample_inputs_numpy_mul = _samples(lambda t: ((t(4, low=0.9, high=2), t(3, 4, low=0.9, high=2)), {}))
sample_inputs_numpy_mul_scalar = _samples(lambda t: ((t(4, low=0.9, high=2),), {"scalar": 3.14}))
sample_inputs_numpy_sort = _samples(lambda t: ((t(3, 5), 1), {}))
sample_inputs_numpy_take = _samples(_order)
sample_inputs_numpy_nonzero = _samples(lambda t: ((t(10).detach().mul((torch.arange(10) % 3 == 0)),), {}))
sample_inputs_numpy_nms = _samples(_boxes)
sample_inputs_numpy_view_copy = _samples(lambda t: ((t(2, 3, 4, low=0.9, high=2), [2, 12]), {}))
sample_inputs_numpy_cat = _samples(lambda t: (([t(2, 3, 4), t(4, 3, 4), t(5, 3, 4)], 0), {}))
sample_inputs_numpy_split_copy = _samples(lambda t: ((t(2, 9, low=0.9, high=2), [1, 3, 6], 1), {}))


def _info(name, op, samples, differentiable=True):
    return OpInfo(name, op=op, sample_inputs_func=samples, dtypes=all_types_and(torch.bool, torch.half), supports_autograd=differentiable, supports_out=False)


custom_op_db = [
    _info("NumpyCubeCustomOp", numpy_cube._opoverload, sample_inputs_numpy_cube),
    _info("NumpyMulCustomOp", numpy_mul._opoverload, sample_inputs_numpy_mul),
    _info("NumpyMulScalarCustomOp", numpy_mul_scalar._opoverload, sample_inputs_numpy_mul_scalar),
    _info("NumpySortCustomOp", numpy_sort._opoverload, sample_inputs_numpy_sort),
    _info("NumpyTakeCustomOp", numpy_take._opoverload, sample_inputs_numpy_take),
    _info("NumpyNonzeroCustomOp", numpy_nonzero._opoverload, sample_inputs_numpy_nonzero, False),
    *(_info(name, getattr(torch.ops._torch_testing, op), samples, differentiable) for name, op, samples, differentiable in (
        ("NumpyNMSCustomOp", "numpy_nms", sample_inputs_numpy_nms, False), ("NumpyViewCopyCustomOp", "numpy_view_copy", sample_inputs_numpy_view_copy, True),
        ("NumpyCatCustomOp", "numpy_cat", sample_inputs_numpy_cat, True), ("NumpySplitCopyCustomOp", "numpy_split_copy", sample_inputs_numpy_split_copy, True),
        ("NumpySplitCopyWithIntCustomOp", "numpy_split_copy_with_int", sample_inputs_numpy_split_copy, True))),
]
