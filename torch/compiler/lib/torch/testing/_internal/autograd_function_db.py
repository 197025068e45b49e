"""Autograd functions for tests of transforms."""

import torch
from torch.testing import make_tensor
from torch.testing._internal.common_dtype import all_types_and
from torch.testing._internal.opinfo.core import OpInfo, SampleInput


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


class CubeGenVmap(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x ** 3, 3 * x ** 2

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        ctx.save_for_backward(inputs[0], outputs[1])
        ctx.save_for_forward(inputs[0], outputs[1])

    @staticmethod
    def backward(ctx, grad_output, grad_saved):
        x, dx = ctx.saved_tensors
        return grad_output * dx + 6 * x * grad_saved

    @staticmethod
    def jvp(ctx, input_tangent):
        x, dx = ctx.saved_tensors
        return input_tangent * dx, 6 * x * input_tangent


class MulGenVmap(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        return (grad_output * y if ctx.needs_input_grad[0] else None), (grad_output * x if ctx.needs_input_grad[1] else None)

    @staticmethod
    def jvp(ctx, x_tangent, y_tangent):
        x, y = ctx.saved_tensors
        return x_tangent * y + y_tangent * x


class SelectGenVmap(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, idx):
        return x[idx]

    @staticmethod
    def setup_context(ctx, inputs, outputs):
        ctx.x_shape, ctx.idx = inputs[0].shape, inputs[1]

    @staticmethod
    def backward(ctx, grad_output):
        result = grad_output.new_zeros(ctx.x_shape)
        result[ctx.idx] = grad_output
        return result, None

    @staticmethod
    def jvp(ctx, x_tangent, _):
        return SelectGenVmap.apply(x_tangent, ctx.idx)


def _info(name, op, *shapes):
    def sample_inputs(opinfo, device, dtype, requires_grad, **kwargs):
        tensors = [make_tensor(s, device=device, dtype=dtype, requires_grad=requires_grad, low=0.8, high=2) for s in shapes]
        yield SampleInput(tensors[0], args=tuple(tensors[1:]))

    return OpInfo(name, op=op, supports_forward_ad=True, supports_fwgrad_bwgrad=True, sample_inputs_func=sample_inputs, dtypes=all_types_and(torch.bool, torch.half), supports_out=False)


autograd_function_db = [
    _info("CubeGenVmapAutogradFunction", CubeGenVmap.apply, (3,)), _info("MulGenVmapAutogradFunction", MulGenVmap.apply, (3,), (3,)),
    _info("ScaleGradGenVmapAutogradFunction", ScaleGradGenVmap.apply, (3, 3)),
]
