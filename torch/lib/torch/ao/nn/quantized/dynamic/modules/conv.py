"""Convolutions with quantised weights."""

import warnings

import torch.ao.nn.quantized as nnq

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"]


class _Dynamic:
    """A convolution of numbers, with weights of 8 bits."""

    def __init__(self, *args, reduce_range=True, **kwargs):
        warnings.warn(f"The current implementation of the {self._get_name()} module has poor numerical accuracy and its use is not recommended", stacklevel=2)
        super().__init__(*args, **kwargs)

    def _get_name(self):
        return "DynamicQuantized" + type(self).__name__

    def forward(self, input, reduce_range=True):
        if input.dim() != self._DIMS + 2:
            raise ValueError(f"Input shape must be `(N, C, {('L', 'H, W', 'D, H, W')[self._DIMS - 1]})`!")
        return self._operator("_dynamic")(self._padded(input), self._packed_params, reduce_range)


class Conv1d(_Dynamic, nnq.Conv1d):
    pass


class Conv2d(_Dynamic, nnq.Conv2d):
    pass


class Conv3d(_Dynamic, nnq.Conv3d):
    pass


class ConvTranspose1d(_Dynamic, nnq.ConvTranspose1d):
    pass


class ConvTranspose2d(_Dynamic, nnq.ConvTranspose2d):
    pass


class ConvTranspose3d(_Dynamic, nnq.ConvTranspose3d):
    pass
