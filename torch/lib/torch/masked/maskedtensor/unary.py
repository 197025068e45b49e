"""Functions of one masked tensor, element by element."""
import torch

UNARY_NAMES = ("abs absolute acos arccos acosh arccosh angle asin arcsin asinh arcsinh atan arctan atanh arctanh bitwise_not ceil clamp clip conj_physical cos cosh deg2rad digamma erf "
               "erfc erfinv exp exp2 expm1 fix floor frac lgamma log log10 log1p log2 logit i0 isnan nan_to_num neg negative positive pow rad2deg reciprocal round rsqrt sigmoid "
               "sign sgn signbit sin sinc sinh sqrt square tan tanh trunc").split()
INPLACE_UNARY_NAMES = [n + "_" for n in UNARY_NAMES if n not in ("angle", "positive", "signbit", "isnan")]
UNARY_NAMES_UNSUPPORTED = "atan2 arctan2 bitwise_left_shift bitwise_right_shift copysign float_power fmod frexp gradient imag ldexp lerp logical_not hypot igamma igammac mvlgamma nextafter polygamma real remainder true_divide xlogy".split()


def _overloads(names):
    return [getattr(torch.ops.aten, n) for n in names if hasattr(torch.ops.aten, n)]


NATIVE_UNARY_FNS = _overloads(UNARY_NAMES)
NATIVE_INPLACE_UNARY_FNS = _overloads(INPLACE_UNARY_NAMES)
