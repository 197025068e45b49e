"""The universal functions of the module, and their names by the number of operands."""
import torch._numpy as _tnp

_binary = """add arctan2 bitwise_and bitwise_or bitwise_xor copysign divide equal float_power floor_divide fmax fmin fmod gcd greater greater_equal heaviside hypot lcm left_shift
    less less_equal logaddexp logaddexp2 logical_and logical_or logical_xor maximum minimum mod multiply nextafter not_equal power remainder right_shift subtract true_divide divmod
    modf matmul ldexp""".split()
_fp_unary = """arccos arccosh arcsin arcsinh arctan arctanh cbrt cos cosh deg2rad degrees exp exp2 expm1 log log10 log1p log2 rad2deg radians reciprocal sin sinh sqrt square tan
    tanh trunc""".split()
_unary = sorted(_fp_unary + """abs absolute bitwise_not ceil conj conjugate fabs fix floor invert isfinite isinf isnan logical_not negative positive rint sign signbit""".split())

__all__ = _binary + _unary
globals().update({name: getattr(_tnp, name) for name in __all__})
