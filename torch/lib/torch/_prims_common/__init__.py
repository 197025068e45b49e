"""What functions over tensors ask of element types, sizes and strides; named as PyTorch's references name it."""
import operator
import warnings
from enum import Enum
from functools import reduce
from typing import Callable, Sequence, Union

import torch
from torch import sym_float, sym_int

from ._dtypes import *
from ._dtypes import _complex_dtypes, _complex_to_real_dtype_map, _computation_dtype_map, _cpu_acc_type_map, _integer_dtypes, _low_precision_dtypes, \
    _ordered_types, _real_to_complex_dtype_map
from ._shapes import *

ShapeType = Union[torch.Size, list[int], tuple[int, ...]]
StrideType = Union[list[int], tuple[int, ...]]
DimsType = Union[int, list[int], tuple[int, ...]]
DimsSequenceType = Union[list[int], tuple[int, ...]]
NumberTypeType = Union[type[bool], type[int], type[float], type[complex]]
NumberType = Union[bool, int, float, complex]
RealNumberType = Union[bool, int, float]
Number = (bool, int, float, complex, torch.SymInt, torch.SymFloat, torch.SymBool)
IntLike = (int, torch.SymInt)
FloatLike = (float, torch.SymFloat)
BoolLike = (bool, torch.SymBool)
IntWithoutSymInt, FloatWithoutSymFloat = int, float
DeviceLikeType = Union[str, torch.device, int]
Tensor = TensorLike = torch.Tensor
TensorLikeType = torch.Tensor
TensorOrNumberLikeType = Union[TensorLikeType, NumberType]
TensorSequenceType = Union[list[TensorLikeType], tuple[TensorLikeType, ...]]
CustomOutParamAnnotation = "__custom_out_param__"


# What looks at tensors without computing: no mode stands for it.
torch_function_passthrough = {torch.sym_int, torch.sym_float, torch.sym_max, torch.sym_min, torch.sym_not, torch.sym_ite} | {
    getattr(torch.Tensor, name) for name in ("dim", "numel", "size", "stride", "storage_offset", "is_contiguous", "__format__", "__repr__", "__getitem__")
} | {getattr(torch.Tensor, name).__get__ for name in ("ndim", "dtype", "shape", "device", "requires_grad", "layout", "is_sparse")}


class RETURN_TYPE(Enum):
    """What a primitive returns."""

    NEW = (0,)
    VIEW = (1,)
    INPLACE = (2,)
    NONE = (3,)


def prod(xs):
    return reduce(operator.mul, xs, 1)


def check(b, s, exc_type=RuntimeError):
    warnings.warn("'torch._prims_common.check' will be removed in the future. Please use 'torch._check*' functions instead", DeprecationWarning, stacklevel=2)
    torch._check_with(exc_type, b, s)


def canonicalize_device(device):
    return device if isinstance(device, torch.device) else torch.device(device)


def device_or_default(device):
    return torch.get_default_device() if device is None else device


def layout_or_default(layout):
    return torch.strided if layout is None else layout


def check_layout(layout):
    torch._check_not_implemented(isinstance(layout, torch.layout) and layout == torch.strided, lambda: f"PrimTorch doesn't support layout={layout}")


def check_pin_memory(pin_memory):
    torch._check_not_implemented(not pin_memory, lambda: "PrimTorch does not support pinned memory")


def is_cpu_scalar_tensor(a):
    return isinstance(a, torch.Tensor) and a.ndim == 0 and a.device.type == "cpu"


def _tensors(args, allow_cpu_scalar_tensors):
    return [a for a in args if isinstance(a, torch.Tensor) and not (allow_cpu_scalar_tensors and is_cpu_scalar_tensor(a))]


def check_same_device(*args, allow_cpu_scalar_tensors):
    """Tensors among the arguments are on one device; arguments are tensors or numbers."""
    for a in args:
        if not isinstance(a, (torch.Tensor, *Number)):
            raise RuntimeError(f"Unexpected type when checking for same device, {type(a)}!")
    devices = {str(t.device): t.device for t in _tensors(args, allow_cpu_scalar_tensors)}
    if len(devices) > 1:
        first, second = list(devices.values())[:2]
        raise RuntimeError(f"Tensor on device {second} is not on the expected device {first}!")


def check_same_shape(*args, allow_cpu_scalar_tensors):
    shape = None
    for a in args:
        if not isinstance(a, (torch.Tensor, *Number)):
            raise RuntimeError(f"Unexpected type when checking for same shape, {type(a)}!")
    for t in _tensors(args, allow_cpu_scalar_tensors):
        shape = t.shape if shape is None else shape
        if not is_same_shape(shape, t.shape):
            raise RuntimeError(f"Shape {t.shape} is not the expected shape {shape}!")


def extract_shape(*args, allow_cpu_scalar_tensors):
    """The shape that tensors have in common, None where they differ; of tensors without dimensions alone, ()."""
    scalar = None
    shape = None
    for a in args:
        if isinstance(a, Number):
            continue
        if not isinstance(a, torch.Tensor):
            raise RuntimeError("unexpected type for extracting a shape")
        if allow_cpu_scalar_tensors and is_cpu_scalar_tensor(a):
            scalar = a.shape
            continue
        shape = a.shape if shape is None else shape
        if not is_same_shape(shape, a.shape):
            return None
    return scalar if shape is None else shape


def extract_shape_from_varargs(shape, validate=True):
    if len(shape) == 1 and isinstance(shape[0], (tuple, list, torch.Size)):
        shape = shape[0]
    if validate:
        validate_shape(shape)
    return tuple(shape)


def extract_dims_from_varargs(dims):
    return dims[0] if dims and isinstance(dims[0], (tuple, list, torch.Size)) else dims


def compare_tensor_meta(a, b, check_sizes=True, check_strides=False, *, allow_rhs_unbacked=False, check_conj=True):
    """Fails unless two tensors agree in all but their elements."""
    from torch._subclasses.fake_tensor import MetadataMismatchError

    for name, x, y in (("Shapes", a.shape, b.shape),) if check_sizes else ():
        if not is_same_shape(x, y):
            raise MetadataMismatchError(f"Shapes {x} and {y} are not equal!")
    if a.dtype != b.dtype:
        raise MetadataMismatchError(f"Dtypes {a.dtype} and {b.dtype} are not equal!")
    if a.device != b.device:
        raise MetadataMismatchError(f"Devices {a.device} and {b.device} are not equal!")
    if check_strides:
        same, place = check_significant_strides(a, b, only_cuda=False)
        if not same:
            raise MetadataMismatchError(f"Stride mismatch! Strides are {a.stride()} and {b.stride()} (mismatched at {place})!")
        if a.storage_offset() != b.storage_offset():
            raise MetadataMismatchError(f"Storage offset mismatch! Storage offsets are {a.storage_offset()} and {b.storage_offset()}!")
    if check_conj and a.is_conj() != b.is_conj():
        raise MetadataMismatchError(f"Conj mismatch! is_conj is set to {a.is_conj()} and {b.is_conj()}")
    if a.is_neg() != b.is_neg():
        raise MetadataMismatchError(f"Neg mismatch! is_neg is set to {a.is_neg()} and {b.is_neg()}")


def mask_tensor(mask, t):
    """The tensor where the mask is set, zeros elsewhere."""
    torch._check(mask.dtype == torch.bool, lambda: "mask must be a bool tensor")
    return t.logical_and(mask) if t.dtype == torch.bool else torch.where(mask, t, 0)


def clone_preserve_strides(x):
    needed = compute_required_storage_length(x.size(), x.stride(), x.storage_offset())
    return torch.as_strided(torch.as_strided(x, (needed,), (1,), 0).clone(), x.size(), x.stride(), x.storage_offset())


def alert_not_deterministic(caller):
    if torch.are_deterministic_algorithms_enabled():
        text = f"{caller} does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'. "
        if torch.is_deterministic_algorithms_warn_only_enabled():
            warnings.warn(text + "You can file an issue at https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation.")
        else:
            raise RuntimeError(text + "You can turn off determinism just for this operation, or you can use the 'warn_only=True' option, if that's acceptable for "
                               "your application. You can also file an issue at https://github.com/pytorch/pytorch/issues to help us prioritize adding "
                               "deterministic support for this operation.")


def get_aten_op(fn, name):
    """The operator behind a function of torch._refs."""
    module = fn.__module__
    prefix = {"torch._refs.fft": "fft_", "torch._refs.special": "special_", "torch._refs.linalg": "linalg_"}.get(module, "")
    return getattr(torch.ops.aten, prefix + name)
