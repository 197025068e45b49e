"""Operators over numpy that scripts could define, as entries like those of op_db: each has a fake implementation and where possible a derivative."""

import functools

import numpy as np
import torch
from torch import Tensor
from torch.library import custom_op
from torch.testing import make_tensor
from torch.testing._internal.common_dtype import all_types_and
from torch.testing._internal.opinfo.core import OpInfo, SampleInput

__all__ = ["custom_op_db"]


def to_numpy(tensor):
    return tensor.cpu().numpy()


def _tensor(array, like):
    return torch.tensor(array, device=like.device)


@custom_op("_torch_testing::numpy_cube", mutates_args=())
def numpy_cube(x: Tensor) -> tuple[Tensor, Tensor]:
    array = to_numpy(x)
    return _tensor(array**3, x), _tensor(3 * array**2, x)


@numpy_cube.register_fake
def _(x):
    return x.clone(), x.clone()


def _cube_saves(ctx, inputs, output):
    ctx.save_for_backward(inputs[0], output[1])


def _cube_derivative(ctx, of_cube, of_slope):
    x, slope = ctx.saved_tensors
    return numpy_mul(of_cube, slope) + 6 * numpy_mul(of_slope, x)


numpy_cube.register_autograd(_cube_derivative, setup_context=_cube_saves)


@numpy_cube.register_vmap
def _(info, in_dims, x):
    return numpy_cube(x), (in_dims[0], in_dims[0])


@custom_op("_torch_testing::numpy_mul", mutates_args=())
def numpy_mul(x: Tensor, y: Tensor) -> Tensor:
    return _tensor(to_numpy(x) * to_numpy(y), x)


@numpy_mul.register_fake
def _(x, y):
    assert x.device == y.device
    return (x * y).contiguous()


def _mul_saves(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def _mul_derivative(ctx, grad):
    x, y = ctx.saved_tensors
    return (grad * y).sum_to_size(x.shape) if ctx.needs_input_grad[0] else None, (grad * x).sum_to_size(y.shape) if ctx.needs_input_grad[1] else None


numpy_mul.register_autograd(_mul_derivative, setup_context=_mul_saves)


@numpy_mul.register_vmap
def _(info, in_dims, x, y):
    first = lambda t, d: t.unsqueeze(0) if d is None else t.movedim(d, 0)
    return numpy_mul(first(x, in_dims[0]), first(y, in_dims[1])), 0


@custom_op("_torch_testing::numpy_mul_scalar", mutates_args=())
def numpy_mul_scalar(x: Tensor, *, scalar: float) -> Tensor:
    return _tensor(to_numpy(x) * scalar, x)


@numpy_mul_scalar.register_fake
def _(x, *, scalar):
    return (x * scalar).contiguous()


def _scalar_saves(ctx, inputs, keyword_only_inputs, output):
    ctx.scalar = keyword_only_inputs["scalar"]


numpy_mul_scalar.register_autograd(lambda ctx, grad: grad * ctx.scalar, setup_context=_scalar_saves)


@custom_op("_torch_testing::numpy_sort", mutates_args=())
def numpy_sort(x: Tensor, dim: int) -> tuple[Tensor, Tensor, Tensor]:
    array = to_numpy(x)
    order = np.argsort(array, axis=dim)
    return _tensor(np.take_along_axis(array, order, axis=dim), x), _tensor(order, x), _tensor(np.argsort(order, axis=dim), x)


@numpy_sort.register_fake
def _(x, dim):
    return torch.empty_like(x), torch.empty_like(x, dtype=torch.long), torch.empty_like(x, dtype=torch.long)


def _sort_saves(ctx, inputs, output):
    _, order, back = output
    ctx.dim = inputs[1]
    ctx.save_for_backward(order, back)
    ctx.mark_non_differentiable(order, back)


def _sort_derivative(ctx, grad, *_):
    order, back = ctx.saved_tensors
    return numpy_take(grad, back, order, ctx.dim), None


numpy_sort.register_autograd(_sort_derivative, setup_context=_sort_saves)


@custom_op("_torch_testing::numpy_take", mutates_args=())
def numpy_take(x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Tensor:
    return _tensor(np.take_along_axis(to_numpy(x), to_numpy(ind), dim), x)


@numpy_take.register_fake
def _(x, ind, ind_inv, dim):
    assert ind.dtype == torch.long and ind_inv.dtype == torch.long
    return torch.empty_like(x)


def _take_saves(ctx, inputs, output):
    _, ind, ind_inv, ctx.dim = inputs
    ctx.save_for_backward(ind, ind_inv)


def _take_derivative(ctx, grad):
    ind, ind_inv = ctx.saved_tensors
    return numpy_take(grad, ind_inv, ind, ctx.dim), None, None, None


numpy_take.register_autograd(_take_derivative, setup_context=_take_saves)


@custom_op("_torch_testing::numpy_nonzero", mutates_args=())
def numpy_nonzero(x: Tensor) -> Tensor:
    return _tensor(np.stack(np.nonzero(to_numpy(x)), axis=1), x)


@numpy_nonzero.register_fake
def _(x):
    found = torch.library.get_ctx().new_dynamic_size()
    return x.new_empty([found, x.dim()], dtype=torch.long)


@custom_op("_torch_testing::numpy_view_copy", mutates_args=())
def numpy_view_copy(x: Tensor, shape: list[int]) -> Tensor:
    return _tensor(np.copy(to_numpy(x).reshape(shape)), x)


@numpy_view_copy.register_fake
def _(x, shape):
    return x.clone().view(shape).clone()


def _view_saves(ctx, inputs, output):
    ctx.shape = inputs[0].shape


numpy_view_copy.register_autograd(lambda ctx, grad: (numpy_view_copy(grad, ctx.shape), None), setup_context=_view_saves)


@custom_op("_torch_testing::numpy_cat", mutates_args=())
def numpy_cat(xs: list[Tensor], dim: int) -> Tensor:
    assert len(xs) > 0
    return _tensor(np.concatenate([to_numpy(x) for x in xs], axis=dim), xs[0])


@numpy_cat.register_fake
def _(xs, dim):
    return torch.cat(list(xs), dim=dim)


def _cat_saves(ctx, inputs, output):
    xs, ctx.dim = inputs
    ctx.sizes = [x.shape[ctx.dim] for x in xs]


def _cat_derivative(ctx, grad):
    ends = list(np.cumsum(ctx.sizes)[:-1])
    return numpy_split_copy(grad, [int(e) for e in ends], ctx.dim), None


numpy_cat.register_autograd(_cat_derivative, setup_context=_cat_saves)


@custom_op("_torch_testing::numpy_split_copy", mutates_args=())
def numpy_split_copy(x: Tensor, splits: list[int], dim: int) -> list[Tensor]:
    return [_tensor(part, x) for part in np.split(to_numpy(x), splits, axis=dim)]


@numpy_split_copy.register_fake
def _(x, splits, dim):
    return [part.clone() for part in torch.tensor_split(x, splits, dim)]


def _split_saves(ctx, inputs, output):
    ctx.dim = inputs[2]


numpy_split_copy.register_autograd(lambda ctx, grads: (numpy_cat(grads, ctx.dim), None, None), setup_context=_split_saves)


@custom_op("_torch_testing::numpy_split_copy_with_int", mutates_args=())
def numpy_split_copy_with_int(x: Tensor, splits: list[int], dim: int) -> tuple[list[Tensor], int]:
    return [_tensor(part, x) for part in np.split(to_numpy(x), splits, axis=dim)], len(splits)


@numpy_split_copy_with_int.register_fake
def _(x, splits, dim):
    return [part.clone() for part in torch.tensor_split(x, splits, dim)], len(splits)


numpy_split_copy_with_int.register_autograd(lambda ctx, grads, _: (numpy_cat(grads, ctx.dim), None, None), setup_context=_split_saves)


@custom_op("_torch_testing::numpy_nms", mutates_args=())
def numpy_nms(boxes: Tensor, scores: Tensor, iou_threshold: torch.types.Number) -> Tensor:
    """Boxes [n, 4] with corners (x1, y1, x2, y2): the best one stays, and those go that overlap it by more than the threshold, until none is left."""
    assert boxes.device == scores.device
    x1, y1, x2, y2 = to_numpy(boxes).T
    area = (x2 - x1 + 1) * (y2 - y1 + 1)
    left, kept = to_numpy(scores).argsort()[::-1], []
    while left.size > 0:
        best, rest = left[0], left[1:]
        kept.append(best)
        width = np.maximum(0.0, np.minimum(x2[best], x2[rest]) - np.maximum(x1[best], x1[rest]) + 1)
        height = np.maximum(0.0, np.minimum(y2[best], y2[rest]) - np.maximum(y1[best], y1[rest]) + 1)
        shared = width * height
        left = rest[shared / (area[best] + area[rest] - shared) <= iou_threshold]
    result = torch.tensor(np.array(kept), device=boxes.device)
    assert result.size(0) >= 2, "what fake tensors describe has at least two elements"
    return result


@numpy_nms.register_fake
def _(boxes, scores, iou_threshold):
    assert boxes.device == scores.device
    return boxes.new_empty([torch.library.get_ctx().new_dynamic_size()], dtype=torch.int64)


def _samples(*makers):
    """Samples of the calls that functions make of a function for tensors."""

    def of(opinfo, device, dtype, requires_grad, **kwargs):
        make = functools.partial(make_tensor, device=device, dtype=dtype, requires_grad=requires_grad)
        for maker in makers:
            args, keywords = maker(make)
            yield SampleInput(args[0], args=tuple(args[1:]), kwargs=keywords)

    return of


def _take_sample(make):
    x = make(3, 5, low=0.9, high=2)
    _, ind, ind_inv = numpy_sort(x.detach(), 1)
    return (x, ind, ind_inv, 1), {}


def _nms_sample(make):
    corner, extent = make(64, 2, low=0, high=2).detach(), make(64, 2, low=1, high=2).detach()
    boxes = torch.cat([corner, corner + extent], dim=1)
    return (boxes, torch.rand(64, device=boxes.device).to(boxes.dtype), 0.5), {}


def _entry(name, op, sample, supports_autograd=True):
    return OpInfo(name, op=op, sample_inputs_func=_samples(sample), dtypes=all_types_and(torch.bool, torch.half), supports_out=False, supports_autograd=supports_autograd, supports_gradgrad=supports_autograd)


_packets = torch.ops._torch_testing

custom_op_db = [
    _entry("NumpyCubeCustomOp", numpy_cube._opoverload, lambda make: ((make(1, low=0.8, high=2),), {})),
    _entry("NumpyMulCustomOp", numpy_mul._opoverload, lambda make: ((make(4, low=0.9, high=2), make(3, 4, low=0.9, high=2)), {})),
    _entry("NumpyMulScalarCustomOp", numpy_mul_scalar._opoverload, lambda make: ((make(4, low=0.9, high=2),), {"scalar": 3.14})),
    _entry("NumpySortCustomOp", numpy_sort._opoverload, lambda make: ((make(3, 5, low=0.9, high=2), 1), {})),
    _entry("NumpyTakeCustomOp", numpy_take._opoverload, _take_sample),
    _entry("NumpyNonzeroCustomOp", numpy_nonzero._opoverload, lambda make: ((make(10).detach(),), {}), supports_autograd=False),
    _entry("NumpyNMSCustomOp", _packets.numpy_nms, _nms_sample, supports_autograd=False),
    _entry("NumpyViewCopyCustomOp", _packets.numpy_view_copy, lambda make: ((make(2, 3, 4, low=0.9, high=2), [2, 12]), {})),
    _entry("NumpyCatCustomOp", _packets.numpy_cat, lambda make: (([make(2, 3, 4, low=0.9, high=2), make(4, 3, 4, low=0.9, high=2), make(5, 3, 4, low=0.9, high=2)], 0), {})),
    _entry("NumpySplitCopyCustomOp", _packets.numpy_split_copy, lambda make: ((make(2, 9, low=0.9, high=2), [1, 3, 6], 1), {})),
    _entry("NumpySplitCopyWithIntCustomOp", _packets.numpy_split_copy_with_int, lambda make: ((make(2, 9, low=0.9, high=2), [1, 3, 6], 1), {})),
]
