"""Modules that read the number of their channels from their first input and then become the plain ones."""
import torch
from ..parameter import UninitializedParameter, UninitializedBuffer, is_lazy
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .module import Module
from .normalization import BatchNorm1d, BatchNorm2d, BatchNorm3d, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d

__all__ = ["LazyConv1d", "LazyConv2d", "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d",
           "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d", "LazyInstanceNorm3d"]


class LazyModuleMixin:
    """The first call, and the first state that is loaded, decide the sizes; the call changes the class."""

    def has_uninitialized_params(self):
        return any(is_lazy(t) for t in (*self._parameters.values(), *self._buffers.values()))

    def _call_impl(self, *args, **kwargs):
        if self.has_uninitialized_params():
            with torch.no_grad():
                self.initialize_parameters(*args, **kwargs)
        self.__class__ = self.cls_to_become
        return self(*args, **kwargs)

    def _wrapped_call_impl(self, *args, **kwargs):
        return self._call_impl(*args, **kwargs)

    __call__ = _wrapped_call_impl

    def _load_from_state_dict(self, state_dict, prefix, *rest):
        for table in (self._parameters, self._buffers):
            for name, tensor in table.items():
                key = prefix + name
                if is_lazy(tensor) and key in state_dict and not is_lazy(state_dict[key]):
                    with torch.no_grad():
                        tensor.materialize(state_dict[key].shape)
        super()._load_from_state_dict(state_dict, prefix, *rest)


class _LazyConv(LazyModuleMixin):
    def __init__(self, out_channels, kernel_size, *args, **kwargs):
        order = ("stride", "padding", "output_padding", "groups", "bias", "dilation", "padding_mode", "device", "dtype") if self._transposed else (
            "stride", "padding", "dilation", "groups", "bias", "padding_mode", "device", "dtype")
        kwargs.update(zip(order, args))
        bias = kwargs.pop("bias", True)
        super().__init__(0, 0, kernel_size, bias=False, **kwargs) # checks and keeps the options
        self.out_channels = out_channels
        tensor = {name: kwargs.get(name) for name in ("device", "dtype")}
        self.weight = UninitializedParameter(**tensor)
        if bias:
            self.bias = UninitializedParameter(**tensor)

    def reset_parameters(self):
        if self.in_channels != 0 and not self.has_uninitialized_params():
            super().reset_parameters()

    def initialize_parameters(self, input, *args, **kwargs):
        n = len(self.kernel_size)
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError(f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {type(self).__name__}, but got input of size: {input.shape}")
        channels = input.shape[-n - 1]
        if channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        self.in_channels = channels
        first, second = (channels, self.out_channels) if self._transposed else (self.out_channels, channels)
        self.weight.materialize((first, second // self.groups, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()


class _LazyNorm(LazyModuleMixin):
    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        super().__init__(0, eps, momentum, False, False, device, dtype)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = torch.tensor(0, dtype=torch.long)

    def reset_parameters(self):
        if self.num_features != 0 and not self.has_uninitialized_params():
            super().reset_parameters()

    def initialize_parameters(self, input):
        self.num_features = input.shape[1]
        if self.affine:
            self.weight.materialize((self.num_features,))
            self.bias.materialize((self.num_features,))
        if self.track_running_stats:
            self.running_mean.materialize((self.num_features,))
            self.running_var.materialize((self.num_features,))
        self.reset_parameters()


def _lazy(plain, base, **attributes):
    # A lazy convolution is one of its class; a lazy normalisation only is one of the class of all.
    whole = plain if base is _LazyConv else plain.__bases__[0]
    return type("Lazy" + plain.__name__, (base, whole), {"cls_to_become": plain, "__module__": __name__, **attributes})


LazyConv1d, LazyConv2d, LazyConv3d = (_lazy(c, _LazyConv, _transposed=False) for c in (Conv1d, Conv2d, Conv3d))
LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d = (
    _lazy(c, _LazyConv, _transposed=True) for c in (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d))
LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d = (_lazy(c, _LazyNorm) for c in (BatchNorm1d, BatchNorm2d, BatchNorm3d))
LazyInstanceNorm1d, LazyInstanceNorm2d, LazyInstanceNorm3d = (_lazy(c, _LazyNorm) for c in (InstanceNorm1d, InstanceNorm2d, InstanceNorm3d))
