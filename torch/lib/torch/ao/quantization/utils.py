"""What is asked about configurations, observers and modules."""

import torch
from torch.ao.quantization.quant_type import QuantType
from torch.nn.utils.parametrize import is_parametrized

DEPRECATION_WARNING = (
    "torch.ao.quantization is deprecated and will be removed in 2.10. \n"
    "For migrations of users: \n"
    "1. Eager mode quantization (torch.ao.quantization.quantize, torch.ao.quantization.quantize_dynamic), please migrate to use torchao eager mode quantize_ API instead \n"
    "2. FX graph mode quantization (torch.ao.quantization.quantize_fx.prepare_fx,torch.ao.quantization.quantize_fx.convert_fx, please migrate to use torchao pt2e quantization API instead "
    "(prepare_pt2e, convert_pt2e) \n"
    "3. pt2e quantization has been migrated to torchao (https://github.com/pytorch/ao/tree/main/torchao/quantization/pt2e) \n"
    "see https://github.com/pytorch/ao/issues/2259 for more details")

_QUANTIZED = (torch.quint8, torch.qint8, torch.qint32, torch.quint4x2, torch.uint8, torch.int8, torch.int16, torch.int32, torch.float8_e5m2, torch.float8_e4m3fn)
_PER_TENSOR = (torch.per_tensor_affine, torch.per_tensor_symmetric)
_PER_CHANNEL = (torch.per_channel_affine, torch.per_channel_affine_float_qparams, torch.per_channel_symmetric)


class MatchAllNode:
    """Matches any node of a graph, where a pattern has it."""


def get_combined_dict(default_dict, additional_dict):
    return {**default_dict, **additional_dict}


def is_per_tensor(qscheme):
    return qscheme in _PER_TENSOR


def is_per_channel(qscheme):
    return qscheme in _PER_CHANNEL


def getattr_from_fqn(obj, fqn):
    """The attribute of attributes that a name with dots leads to."""
    for name in fqn.split("."):
        obj = getattr(obj, name)
    return obj


def to_underlying_dtype(qdtype):
    """The integers that a quantised type is made of."""
    known = {torch.quint8: torch.uint8, torch.qint8: torch.int8, torch.qint32: torch.int32, torch.quint4x2: torch.uint8, torch.quint2x4: torch.uint8}
    for plain in (torch.uint8, torch.int8, torch.uint16, torch.int16, torch.int32, torch.float8_e5m2, torch.float8_e4m3fn):
        known[plain] = plain
    if qdtype not in known:
        raise AssertionError("Unsupported dtype: " + str(qdtype))
    return known[qdtype]


def get_qparam_dict(observer_or_fake_quant):
    from torch.ao.quantization.observer import PlaceholderObserver

    scheme = getattr(observer_or_fake_quant, "qscheme", None)
    made = {"qscheme": scheme, "dtype": observer_or_fake_quant.dtype}
    if scheme is None or isinstance(observer_or_fake_quant, PlaceholderObserver):
        return {"qscheme": None, "dtype": observer_or_fake_quant.dtype}
    if is_per_tensor(scheme):
        made["qscheme"] = torch.per_tensor_affine
    elif is_per_channel(scheme):
        if scheme == torch.per_channel_symmetric:
            made["qscheme"] = torch.per_channel_affine
        made["axis"] = observer_or_fake_quant.ch_axis
    else:
        raise RuntimeError(f"Unrecognized qscheme: {scheme}")
    made["scale"], made["zero_point"] = observer_or_fake_quant.calculate_qparams()
    for name in ("quant_min", "quant_max"):
        if hasattr(observer_or_fake_quant, name):
            made[name] = getattr(observer_or_fake_quant, name)
    return made


def activation_dtype(qconfig):
    if qconfig is None:
        raise AssertionError("qconfig must be provided to determine activation dtype")
    return qconfig.activation().dtype


def weight_dtype(qconfig):
    if qconfig is None:
        raise AssertionError("qconfig must be provided to determine weight dtype")
    return qconfig.weight().dtype


def _is_dynamic(qconfig):
    return getattr(qconfig.activation(), "is_dynamic", False)


def activation_is_statically_quantized(qconfig):
    return activation_dtype(qconfig) in _QUANTIZED and not _is_dynamic(qconfig)


def activation_is_dynamically_quantized(qconfig):
    return _is_dynamic(qconfig)


def activation_is_int8_quantized(qconfig):
    return activation_dtype(qconfig) in (torch.quint8, torch.qint8, torch.uint8, torch.int8)


def activation_is_int32_quantized(qconfig):
    return activation_dtype(qconfig) in (torch.qint32, torch.int32)


def weight_is_quantized(qconfig):
    return weight_dtype(qconfig) in _QUANTIZED


def weight_is_statically_quantized(qconfig):
    return weight_dtype(qconfig) in (torch.quint8, torch.qint8, torch.uint8, torch.int8)


def get_qconfig_dtypes(qconfig):
    """The types of activations and of weights, and whether activations are quantised by their range."""
    if qconfig is None:
        raise AssertionError("qconfig must be provided to extract dtypes")
    activation = qconfig.activation()
    return activation.dtype, qconfig.weight().dtype, getattr(activation, "is_dynamic", False)


def op_is_int8_dynamically_quantized(qconfig):
    activation, weight, dynamic = get_qconfig_dtypes(qconfig)
    return activation in (torch.quint8, torch.uint8) and weight in (torch.qint8, torch.int8) and dynamic


def get_quant_type(qconfig):
    if qconfig is None:
        raise AssertionError("qconfig must be provided to determine quant type")
    activation, weight = qconfig.activation(), qconfig.weight()
    if weight.dtype in _QUANTIZED:
        if getattr(activation, "is_dynamic", False):
            return QuantType.DYNAMIC
        return QuantType.STATIC if activation.dtype in _QUANTIZED else QuantType.WEIGHT_ONLY
    if weight.dtype == torch.float16:
        if getattr(activation, "is_dynamic", False):
            return QuantType.DYNAMIC
        if activation.dtype == torch.float16:
            return QuantType.STATIC
    raise Exception(f"Unrecognized dtype combination in get_quant_type: activation({activation.dtype}),weight({weight.dtype})")


def check_min_max_valid(min_val, max_val):
    """Whether a range was seen, and is one."""
    from torch.ao.quantization.observer import _usable

    return _usable(min_val, max_val)


def calculate_qmin_qmax(quant_min, quant_max, has_customized_qrange, dtype, reduce_range):
    """The least and the greatest integer to use."""
    from torch.ao.quantization.observer import _RANGES

    if has_customized_qrange:
        low, high = quant_min, quant_max
        if low is None or high is None:
            low, high = 0, 255
        wide = 2**31 if dtype in (torch.qint32, torch.int32) else 256
        if not 0 < high - low + 1 <= (2**32 if wide != 256 else wide):
            raise AssertionError(f"quantization range should be positive and not exceed the maximum bit range (={256 if wide == 256 else 2**32 - 1}).")
    else:
        low, high = _RANGES.get(dtype, (0, 255))
    if reduce_range and (has_customized_qrange or dtype not in (torch.qint32, torch.int32)):
        low, high = low // 2, high // 2
    return low, high


def determine_qparams(min_val, max_val, quant_min, quant_max, dtype, eps, has_customized_qrange, qscheme=torch.per_tensor_affine):
    """Scales and zero points, as doubles and 64-bit integers, for ranges; 1 and 0 where nothing was seen."""
    if not check_min_max_valid(min_val, max_val):
        return torch.tensor([1.0], device=min_val.device.type), torch.tensor([0], device=min_val.device.type)
    scale, zero_point = _placed(min_val, max_val, quant_min, quant_max, dtype, eps, has_customized_qrange, qscheme)
    scale, zero_point = (v.reshape(-1) if v.dim() == 0 else v for v in (scale, zero_point))
    return scale.to(torch.double), zero_point if qscheme == torch.per_channel_affine_float_qparams else zero_point.to(torch.int64)


def _placed(min_val, max_val, quant_min, quant_max, dtype, eps, has_customized_qrange, qscheme):
    """Scales and zero points for ranges, which are widened to hold 0."""
    steps = float(quant_max - quant_min)
    low, high = torch.clamp(min_val, max=0), torch.clamp(max_val, min=0)
    if qscheme in (torch.per_tensor_symmetric, torch.per_channel_symmetric):
        middle = 0
        if dtype in (torch.quint8, torch.uint8):
            middle = (quant_min + quant_max) // 2 if has_customized_qrange else 128
        elif dtype == torch.uint16:
            middle = 2**15
        return torch.max(torch.max(-low, high) / (steps / 2), eps), torch.full(low.size(), middle, dtype=torch.int64)
    if qscheme == torch.per_channel_affine_float_qparams:
        scale = (max_val - min_val) / steps
        scale = torch.where(scale > eps, scale, torch.ones_like(scale))
        return scale, -1 * min_val / scale
    scale = torch.max((high - low) / steps, eps)
    return scale, (quant_min - torch.round(low / scale).to(torch.int)).clamp(quant_min, quant_max)


def validate_qmin_qmax(quant_min, quant_max):
    if not quant_min <= 0 <= quant_max:
        raise AssertionError("Used-specified quantization range must include 0.")
    if not quant_min < quant_max:
        raise AssertionError("qmin must be strictly less than qmax for user-specified quantization range.")


def has_no_children_ignoring_parametrizations(module):
    children = len(module._modules)
    return children == 0 or children == 1 and is_parametrized(module)


def _parent_name(target):
    parent, _, name = target.rpartition(".")
    return parent, name


def get_fqn_to_example_inputs(model, example_inputs):
    """What each module of a model is called with."""
    root, seen, handles = model, {}, []
    for name, module in root.named_modules():
        handles.append(module.register_forward_pre_hook(lambda module, args, name=name: seen.__setitem__(name, args)))
    try:
        root(*example_inputs)
    finally:
        for handle in handles:
            handle.remove()
    return seen
