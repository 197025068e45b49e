"""Functions that scripts call with tensors in the layout of MKL-DNN, where they are more than their operators: those that have a derivative of their own, and those without a kernel."""

import torch
from torch._onednn.rules import missing
from torch._onednn.tensor import MkldnnTensor, is_mkldnn


class _Whole(torch.autograd.Function):
    """A function of dense tensors as one step: its history is kept, and gone back through."""

    @staticmethod
    def forward(ctx, name, function, *tensors):
        ctx._node_name = name + "Backward0"
        inner = [None if x is None else (x._dense if is_mkldnn(x) else x).detach().requires_grad_(needed) for x, needed in zip(tensors, ctx.needs_input_grad[2:])]
        with torch.enable_grad():
            made = function(*inner)
        ctx.made, ctx.inner, ctx.wrapped = made, inner, [is_mkldnn(x) for x in tensors]
        return MkldnnTensor(made.detach())

    @staticmethod
    def backward(ctx, g):
        asked = [x for x in ctx.inner if x is not None and x.requires_grad]
        found = iter(torch.autograd.grad(ctx.made, asked, g._dense if is_mkldnn(g) else g, retain_graph=True, allow_unused=True))
        given = [next(found) if x is not None and x.requires_grad else None for x in ctx.inner]
        return (None, None, *(MkldnnTensor(x) if wrapped and x is not None else x for x, wrapped in zip(given, ctx.wrapped)))


def _linear(input, weight, bias=None):
    if not is_mkldnn(input):
        raise RuntimeError("mkldnn_linear: input needs to be mkldnn layout")
    if input.dtype is not weight.dtype and weight.dtype is torch.float64:
        raise RuntimeError("itensor_view_from_dense expects float/bfloat16/half/int8/fp8 tensor inputDouble")
    return _Whole.apply("MkldnnLinear", torch.nn.functional.linear, input, weight, bias)


def _pooling(n):
    function = getattr(torch.nn.functional, f"max_pool{n}d")

    def pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        if any(s <= 0 for s in ([stride] if isinstance(stride, int) else stride or ())):
            raise ValueError("Strides must be positive!")
        if any(d != 1 for d in ([dilation] if isinstance(dilation, int) else dilation)):
            raise RuntimeError(f"mkldnn_max_pool{n}d does not support dilation case")
        return _Whole.apply(f"MkldnnMaxPool{n}D", lambda x: function(x, kernel_size, stride or None, padding, ceil_mode=ceil_mode), input)

    return pool


def _adaptive(input, output_size):
    return _Whole.apply("MkldnnAdaptiveAvgPool2D", lambda x: torch.nn.functional.adaptive_avg_pool2d(x, output_size), input)


def _binary(function):
    """A sum or product: nothing is learnt of tensors without elements."""

    def combine(a, b, *args, **kwargs):
        tensors = [x for x in (a, b) if isinstance(x, torch.Tensor)]
        if any(x.numel() == 0 for x in tensors) and any(x.requires_grad for x in tensors):
            raise RuntimeError("MKLDNN does not support Binary Ops with a 0-dimension Tensor in training")
        with torch._C.DisableTorchFunctionSubclass():
            return function(a, b, *args, **kwargs)

    return combine


def _refused(name):
    def refuse(*args, **kwargs):
        raise missing("aten::" + name)

    return refuse


mkldnn_max_pool2d, mkldnn_max_pool3d, mkldnn_adaptive_avg_pool2d = _pooling(2), _pooling(3), _adaptive


def mkldnn_convolution(self, weight, bias, padding, stride, dilation, groups):
    """A convolution by its numbers, of tensors of either layout."""
    for number, text in ((min(padding) >= 0, "negative padding"), (min(stride) > 0, "non-positive stride"), (min(dilation) > 0, "non-positive dilation"), (groups > 0, "non-positive groups")):
        if not number:
            raise RuntimeError(text + " is not supported")
    return torch.convolution(self, weight, bias, stride, padding, dilation, False, [0] * len(stride), groups)


def _table():
    F, T = torch.nn.functional, torch.Tensor
    table = {torch.reshape: lambda x, shape: x.reshape(shape), torch.flatten: lambda x, *args, **kwargs: x.flatten(*args, **kwargs), F.linear: _linear, F.adaptive_avg_pool2d: _adaptive}
    for n in (2, 3):
        table[getattr(F, f"max_pool{n}d")] = table[getattr(torch, f"max_pool{n}d")] = _pooling(n)
    for name, kernel in (("mm", "mm.out"), ("matmul", "mm.out"), ("__matmul__", "mm.out"), ("bmm", "bmm.out")):
        table[getattr(T, name)] = _refused(kernel)
        if hasattr(torch, name):
            table[getattr(torch, name)] = _refused(kernel)
    for function in (torch.add, torch.mul, T.add, T.mul, T.__add__, T.__mul__, T.add_, T.mul_):
        table[function] = _binary(function)
    return table


FUNCTIONS = _table()
