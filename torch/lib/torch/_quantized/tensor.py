"""The class of quantised tensors. Operators run below autograd: what moves elements moves the integers, a few compute by way of floats."""

import collections

import torch
from torch import _tensor_str
from torch._quantized import quantizer as quantizers
from torch._quantized.quantizer import PerChannel, PerTensor


def _traced(name):
    from torch._quantized.functions import traced

    return traced(name)


class QuantizedTensor(torch.Tensor):
    """What torch.quantize_per_tensor makes; scripts know it as a Tensor."""

    @staticmethod
    def __new__(cls, integers, quantizer):
        self = torch.Tensor._make_wrapper_subclass(cls, integers.size(), strides=integers.stride(), storage_offset=integers.storage_offset(), dtype=torch.float32)
        self._integers, self._quantizer = integers, quantizer
        return self

    dtype = property(lambda self: self._quantizer.dtype)
    is_quantized = property(lambda self: True)
    itemsize = property(lambda self: self._integers.itemsize)
    nbytes = property(lambda self: self._integers.nbytes)

    def element_size(self):
        return self._integers.element_size()

    def int_repr(self):
        recorded = _traced("int_repr")
        return recorded(self) if recorded else self._integers.clone()

    def dequantize(self):
        recorded = _traced("dequantize")
        return recorded(self) if recorded else self._quantizer.dequantize(self._integers)

    def qscheme(self):
        return self._quantizer.scheme

    def q_scale(self):
        return self._of(PerTensor, "quantizer->qscheme() == kPerTensorAffine").scale

    def q_zero_point(self):
        return self._of(PerTensor, "quantizer->qscheme() == kPerTensorAffine").zero_point

    def q_per_channel_scales(self):
        return self._by_channel().scales.clone()

    def q_per_channel_zero_points(self):
        return self._by_channel().zero_points.clone()

    def q_per_channel_axis(self):
        return self._by_channel().axis

    def _by_channel(self):
        return self._of(PerChannel, "quantizer->qscheme() == kPerChannelAffine || quantizer->qscheme() == kPerChannelAffineFloatQParams")

    def _of(self, kind, condition):
        if not isinstance(self._quantizer, kind):
            raise RuntimeError(f"Expected {condition} to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
        return self._quantizer

    def is_signed(self):
        raise RuntimeError("isSignedType not supported for quantized types")

    def is_floating_point(self):
        return False

    def tolist(self):
        raise RuntimeError("load_scalar: invalid type")

    def numpy(self, *, force=False):
        raise TypeError(f"Got unsupported ScalarType {quantizers.KINDS[self.dtype][3]}")

    def type(self, dtype=None, non_blocking=False):
        return f"torch.quantized.{quantizers.KINDS[self.dtype][3]}Tensor" if dtype is None else self.to(dtype)

    def to(self, *args, **kwargs):
        wanted = [x for x in (*args, *kwargs.values()) if isinstance(x, torch.dtype)]
        if wanted and wanted[0] != self.dtype:
            raise RuntimeError("Creation of quantized tensor requires quantized dtype like torch.quint8")
        return self.clone() if kwargs.get("copy") else self

    def float(self, memory_format=None):
        return self.to(torch.float32)

    def cpu(self, memory_format=None):
        return self

    def untyped_storage(self):
        return self._integers.untyped_storage()

    def _typed_storage(self):
        return torch.storage.TypedStorage(wrap_storage=self.untyped_storage(), dtype=self.dtype, _internal=True)

    storage = _typed_storage

    def data_ptr(self):
        return self._integers.data_ptr()

    def resize_(self, *sizes, memory_format=None):
        self._become(self._integers.clone().resize_(*sizes))
        return self

    def _become(self, integers, quantizer=None):
        self.data = QuantizedTensor(integers, quantizer or self._quantizer)
        self._integers, self._quantizer = integers, quantizer or self._quantizer

    def __reduce_ex__(self, protocol):
        return torch._utils._rebuild_qtensor, (
            self._typed_storage(), self.storage_offset(), tuple(self.size()), self.stride(), self._quantizer.params(), self.requires_grad, collections.OrderedDict())

    def __deepcopy__(self, memo):
        made = memo[id(self)] = QuantizedTensor(self._integers.clone(), self._quantizer)
        return made

    def __repr__(self, *, tensor_contents=None):
        values = repr(self.dequantize()) if self.numel() else "tensor([])"
        values = values.replace(f", size={tuple(self.size())}", "")  # which is told below
        return _ended(values[:-1], [f"size={tuple(self.size())}", f"dtype={self.dtype}", *self._quantizer.suffixes()])

    __str__ = __repr__

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func in (torch.is_floating_point, torch.is_signed):
            return getattr(args[0], func.__name__)()
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **(kwargs or {}))

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        from torch._quantized.rules import RULES

        if func.namespace == "quantized":
            from torch._quantized.operators import kernel

            return kernel(func)(*args, **(kwargs or {}))
        rule = RULES.get(func.overloadpacket.__name__)
        if rule is None:
            raise refusal(_missing_kernel(func), "QuantizedCPU")
        return rule(func, *args, **(kwargs or {}))


QuantizedTensor.__name__ = QuantizedTensor.__qualname__ = "Tensor"
QuantizedTensor.__module__ = "torch"


# What PyTorch computes by a kernel that writes a result which is there already, and by filling one.
_WRITTEN = frozenset("""acos acosh asin asinh atan atan2 atanh ceil cos cosh digamma erf erfc erfinv exp exp2 expm1 floor frac lgamma log log10 log1p log2 neg
    reciprocal round rsqrt sgn sigmoid sign signbit sin sinc sinh sqrt tan tanh trunc add sub mul div maximum minimum fmax fmin argmax argmin amax amin mean prod
    cumsum cumprod mm addmm bmm baddbmm _softmax _log_softmax gelu hardsigmoid softplus hardshrink softshrink gather scatter tril triu lerp addcmul addcdiv
    logaddexp logit xlogy""".split())
_OTHER_KERNELS = {"sum": "sum.IntList_out", "rand_like": "uniform_", "randn_like": "normal_", "new_zeros": "zero_", "zeros_like": "zero_", "fmod": "fmod.Tensor_out",
                  "remainder": "remainder.Tensor_out"}


def _missing_kernel(func):
    """The name of the kernel that an operator looks for in vain."""
    name = func.overloadpacket.__name__
    if name in _WRITTEN:
        return f"aten::{name}.out"
    if name in _OTHER_KERNELS:
        return "aten::" + _OTHER_KERNELS[name]
    return str(func).replace(".", "::", 1).removesuffix(".default")


def refusal(name, backend):
    """The error of an operator that a kind of tensors does not have."""
    return NotImplementedError(f"Could not run '{name}' with arguments from the '{backend}' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build). If you are a Facebook employee using PyTorch on mobile, please visit https://fburl.com/ptmfixes for possible resolutions.")


def _ended(text, suffixes):
    """Text with what is told of a tensor, on a new line where a line has no room."""
    room = _tensor_str.get_printoptions()["linewidth"]
    last = len(text) - text.rfind("\n")
    for suffix in suffixes:
        if last + len(suffix) + 2 > room:
            text += ",\n" + " " * len("tensor(") + suffix
            last = len("tensor(") + len(suffix)
        else:
            text += ", " + suffix
            last += len(suffix) + 2
    return text + ")"
