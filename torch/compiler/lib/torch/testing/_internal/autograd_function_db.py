"""Autograd functions for tests of transforms."""

from functools import partial

import numpy as np

import torch
from torch.testing import make_tensor
from torch.testing._internal.common_dtype import all_types_and
from torch.testing._internal.opinfo.core import OpInfo, SampleInput


class _Product(torch.autograd.Function):
    """What the products have in common, however they are computed."""

    @staticmethod
    def setup_context(ctx, inputs, output):
        for save in (ctx.save_for_backward, ctx.save_for_forward):
            save(*inputs)

    @staticmethod
    def jvp(ctx, x_tangent, y_tangent):
        x, y = ctx.saved_tensors
        return torch.add(y * x_tangent, x * y_tangent)


class _Cube(torch.autograd.Function):
    """What the cubes have in common: a second result, the slope, is saved with the input."""

    @staticmethod
    def setup_context(ctx, inputs, output):
        for save in (ctx.save_for_backward, ctx.save_for_forward):
            save(inputs[0], output[1])


class _Select(torch.autograd.Function):
    """What the selections have in common."""

    @staticmethod
    def forward(x, idx):
        return x[idx]

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.x_shape, ctx.idx = inputs[0].shape, inputs[1]

    @staticmethod
    def backward(ctx, grad_output):
        result = grad_output.new_zeros(ctx.x_shape)
        result[ctx.idx] = grad_output
        return result, None


class ScaleGradGenVmap(torch.autograd.Function):
    """The identity, whose gradient is scaled."""

    generate_vmap_rule = True
    scale = 3.14

    @staticmethod
    def forward(x):
        return x.clone()

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        pass

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ScaleGradGenVmap.scale

    @staticmethod
    def jvp(ctx, x_tangent):
        return x_tangent * ScaleGradGenVmap.scale


class CubeGenVmap(_Cube):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x ** 3, 3 * x ** 2

    @staticmethod
    def backward(ctx, grad_output, grad_saved):
        x, dx = ctx.saved_tensors
        return grad_output * dx + 6 * x * grad_saved

    @staticmethod
    def jvp(ctx, input_tangent):
        x, dx = ctx.saved_tensors
        return input_tangent * dx, 6 * x * input_tangent


class MulGenVmap(_Product):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        return (grad_output * y if ctx.needs_input_grad[0] else None), (grad_output * x if ctx.needs_input_grad[1] else None)


class SelectGenVmap(_Select):
    generate_vmap_rule = True

    @staticmethod
    def jvp(ctx, x_tangent, _):
        return SelectGenVmap.apply(x_tangent, ctx.idx)


class NumpyCube(_Cube):
    """The cube by way of numpy, with its slope as a second result; numpy's part is crossed by vmap's rule."""

    @staticmethod
    def forward(input):
        array = to_numpy(input)
        return torch.tensor(array ** 3, device=input.device), torch.tensor(3 * array ** 2, device=input.device)

    @staticmethod
    def backward(ctx, grad_output, grad_saved):
        x, dx = ctx.saved_tensors
        return NumpyMul.apply(grad_output, dx) + 6 * NumpyMul.apply(grad_saved, x)

    @staticmethod
    def vmap(info, in_dims, input):
        result = NumpyCube.apply(input)
        return result, (in_dims[0], in_dims[0])

    @staticmethod
    def jvp(ctx, input_tangent):
        x, dx = ctx.saved_tensors
        return NumpyMul.apply(input_tangent, dx), 6 * NumpyMul.apply(input_tangent, x)


class NumpyCubeNotComposable(torch.autograd.Function):
    """The cube in numpy, differentiable once."""

    @staticmethod
    def forward(input):
        array = to_numpy(input)
        return torch.tensor(array ** 3, device=input.device), array

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.array, ctx.device = output[1], inputs[0].device

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad_output, grad_saved):
        return torch.tensor(3 * ctx.array ** 2 * to_numpy(grad_output), device=ctx.device)


class NumpyMul(_Product):
    @staticmethod
    def forward(x, y):
        return torch.tensor(to_numpy(x) * to_numpy(y), device=x.device)

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        gx = NumpyMul.apply(grad_output, y) if ctx.needs_input_grad[0] else None
        gy = NumpyMul.apply(grad_output, x) if ctx.needs_input_grad[1] else None
        return gx, gy

    @staticmethod
    def vmap(info, in_dims, x, y):
        x_dim, y_dim = in_dims
        x = x.movedim(x_dim, -1) if x_dim is not None else x.unsqueeze(-1)
        y = y.movedim(y_dim, -1) if y_dim is not None else y.unsqueeze(-1)
        result = NumpyMul.apply(x, y)
        return result.movedim(-1, 0), 0


class NumpyExp_(torch.autograd.Function):
    """The exponential in place."""

    @staticmethod
    def forward(x):
        memory = to_numpy(x)
        memory[...] = np.exp(memory)
        return x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.mark_dirty(*inputs)
        for save in (ctx.save_for_backward, ctx.save_for_forward):
            save(output)

    @staticmethod
    def backward(ctx, grad_output):
        return NumpyMul.apply(grad_output, *ctx.saved_tensors)

    @staticmethod
    def vmap(info, in_dims, x):
        return NumpyExp_.apply(x), in_dims[0]

    @staticmethod
    def jvp(ctx, x_tangent):
        return x_tangent.mul_(*ctx.saved_tensors)


class NumpySort(torch.autograd.Function):
    """Sorted elements with the places that they came from and the places that they went to."""

    @staticmethod
    def forward(x, dim):
        array, device = to_numpy(x), x.device
        order = np.argsort(array, axis=dim)
        back = np.argsort(order, axis=dim)
        return torch.tensor(np.take_along_axis(array, order, axis=dim), device=device), torch.tensor(order, device=device), torch.tensor(back, device=device)

    @staticmethod
    def setup_context(ctx, inputs, output):
        _, order, back = output
        ctx.mark_non_differentiable(order, back)
        ctx.save_for_backward(order, back)
        ctx.save_for_forward(order, back)
        ctx.dim = inputs[1]

    @staticmethod
    def backward(ctx, grad_output, _0, _1):
        order, back = ctx.saved_tensors
        return NumpyTake.apply(grad_output, back, order, ctx.dim), None

    @staticmethod
    def vmap(info, in_dims, x, dim):
        x = x.movedim(in_dims[0], 0)
        return NumpySort.apply(x, dim if dim < 0 else dim + 1), (0, 0, 0)

    @staticmethod
    def jvp(ctx, x_tangent, _):
        order, back = ctx.saved_tensors
        return NumpyTake.apply(x_tangent, order, back, ctx.dim), None, None


class NumpyTake(torch.autograd.Function):
    @staticmethod
    def forward(x, ind, ind_inv, dim):
        return torch.tensor(np.take_along_axis(to_numpy(x), to_numpy(ind), dim), device=x.device)

    @staticmethod
    def setup_context(ctx, inputs, output):
        _, ind, ind_inv, dim = inputs
        ctx.save_for_backward(ind, ind_inv)
        ctx.save_for_forward(ind, ind_inv)
        ctx.dim = dim

    @staticmethod
    def backward(ctx, grad_output):
        ind, ind_inv = ctx.saved_tensors
        return NumpyTake.apply(grad_output, ind_inv, ind, ctx.dim), None, None, None

    @staticmethod
    def vmap(info, in_dims, x, ind, ind_inv, dim):
        rank = max(t.dim() - (d is not None) for t, d in zip((x, ind, ind_inv), in_dims))
        dim = dim if dim >= 0 else dim + rank

        def first(t, d):
            return t.movedim(d, 0) if d is not None else t.expand(info.batch_size, *t.shape)

        return NumpyTake.apply(first(x, in_dims[0]), first(ind, in_dims[1]), first(ind_inv, in_dims[2]), dim + 1), 0

    @staticmethod
    def jvp(ctx, x_tangent, ind_tangent, ind_inv_tangent, _):
        ind, ind_inv = ctx.saved_tensors
        return NumpyTake.apply(x_tangent, ind, ind_inv, ctx.dim)


class Select(_Select):
    @staticmethod
    def vmap(info, in_dims, x, idx):
        return Select.apply(x.movedim(in_dims[0], 1), idx), 0

    @staticmethod
    def jvp(ctx, x_tangent, _):
        return Select.apply(x_tangent, ctx.idx)


class SortGenVmap(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, dim):
        order = torch.argsort(x, dim=dim)
        back = torch.argsort(order, dim=dim)
        return torch.take_along_dim(x, order, dim=dim), order, back

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        _, order, back = outputs
        ctx.mark_non_differentiable(order, back)
        ctx.save_for_backward(order, back)
        ctx.save_for_forward(order, back)
        ctx.dim = inputs[1]

    @staticmethod
    def backward(ctx, grad_output, _0, _1):
        order, back = ctx.saved_tensors
        return TakeGenVmap.apply(grad_output, back, order, ctx.dim), None

    @staticmethod
    def jvp(ctx, x_tangent, _):
        order, back = ctx.saved_tensors
        return TakeGenVmap.apply(x_tangent, order, back, ctx.dim), None, None


class TakeGenVmap(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, ind, ind_inv, dim):
        return torch.take_along_dim(x, ind, dim)

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        _, ind, ind_inv, dim = inputs
        ctx.save_for_backward(ind, ind_inv)
        ctx.save_for_forward(ind, ind_inv)
        ctx.dim = dim

    @staticmethod
    def backward(ctx, grad_output):
        ind, ind_inv = ctx.saved_tensors
        return TakeGenVmap.apply(grad_output, ind_inv, ind, ctx.dim), None, None, None

    @staticmethod
    def jvp(ctx, x_tangent, ind_tangent, ind_inv_tangent, _):
        ind, ind_inv = ctx.saved_tensors
        return TakeGenVmap.apply(x_tangent, ind, ind_inv, ctx.dim)


class ZeroGradientsGenVmap(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, y):
        return x.clone(), y.clone()

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        pass

    @staticmethod
    def backward(ctx, gx, gy):
        return torch.zeros(gx.shape, dtype=gx.dtype, device=gx.device), torch.zeros(gy.shape, dtype=gy.dtype, device=gy.device)

    @staticmethod
    def jvp(ctx, gx, gy):
        return torch.zeros(gx.shape, dtype=gx.dtype, device=gx.device), torch.zeros(gy.shape, dtype=gy.dtype, device=gy.device)


class ForwardHasDefaultArgs(Select):
    @staticmethod
    def forward(x, idx=(2,)):
        return x[idx]

    @staticmethod
    def vmap(info, in_dims, x, idx):
        return ForwardHasDefaultArgs.apply(x.movedim(in_dims[0], 1), idx), 0


def to_numpy(tensor):
    return tensor.cpu().numpy()


def _maker(device, dtype, requires_grad):
    return partial(make_tensor, device=device, dtype=dtype, requires_grad=requires_grad, low=0.8, high=2)


def sample_inputs_numpy_cube(opinfo, device, dtype, requires_grad, **kwargs):
    yield SampleInput(_maker(device, dtype, requires_grad)(1), args=())


def sample_inputs_numpy_mul(opinfo, device, dtype, requires_grad, **kwargs):
    make = _maker(device, dtype, requires_grad)
    yield SampleInput(make(4), args=(make(3, 4),))


def sample_inputs_numpy_sort(opinfo, device, dtype, requires_grad, **kwargs):
    yield SampleInput(_maker(device, dtype, requires_grad)(3, 5), args=(1,))


def sample_inputs_numpy_take(opinfo, device, dtype, requires_grad, **kwargs):
    x = _maker(device, dtype, requires_grad)(3, 5)
    order = torch.argsort(x.detach(), 1)
    yield SampleInput(x, args=(order, torch.argsort(order, 1), 1))


def sample_inputs_select(opinfo, device, dtype, requires_grad, **kwargs):
    yield SampleInput(_maker(device, dtype, requires_grad)(3, 5), args=(2,))


def sample_inputs_forward_default_args(opinfo, device, dtype, requires_grad, **kwargs):
    yield SampleInput(_maker(device, dtype, requires_grad)(3, 5))


def _info(name, op, samples, forward=True):
    return OpInfo(name, op=op, supports_forward_ad=forward, supports_fwgrad_bwgrad=forward, sample_inputs_func=samples, dtypes=all_types_and(torch.bool, torch.half), supports_out=False)


autograd_function_db = [
    _info("NumpyCubeAutogradFunction", NumpyCube.apply, sample_inputs_numpy_cube),
    _info("NumpyExpMarkDirtyAutogradFunction", lambda x: NumpyExp_.apply(x.clone()), sample_inputs_numpy_cube),
    _info("NumpyMulAutogradFunction", NumpyMul.apply, sample_inputs_numpy_mul),
    _info("NumpyCubeNotComposableAutogradFunction", lambda x: NumpyCubeNotComposable.apply(x)[0], sample_inputs_numpy_cube, False),
    _info("NumpySortAutogradFunction", NumpySort.apply, sample_inputs_numpy_sort, False),
    _info("NumpyTakeAutogradFunction", NumpyTake.apply, sample_inputs_numpy_take, False),
    _info("SelectAutogradFunction", Select.apply, sample_inputs_select),
    _info("CubeGenVmapAutogradFunction", CubeGenVmap.apply, sample_inputs_numpy_cube),
    _info("MulGenVmapAutogradFunction", MulGenVmap.apply, sample_inputs_numpy_mul),
    _info("SortGenVmapAutogradFunction", SortGenVmap.apply, sample_inputs_numpy_sort),
    _info("SelectGenVmapAutogradFunction", SelectGenVmap.apply, sample_inputs_select),
    _info("ScaleGradGenVmapAutogradFunction", ScaleGradGenVmap.apply, sample_inputs_numpy_cube),
    _info("ZeroGradientsGenVmapAutogradFunction", ZeroGradientsGenVmap.apply, sample_inputs_numpy_mul),
    _info("ForwardHasDefaultArgsAutogradFunction", ForwardHasDefaultArgs.apply, sample_inputs_forward_default_args),
]
