"""Functions of two masked tensors, element by element."""
from .unary import _overloads

BINARY_NAMES = ("add atan2 arctan2 bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift div divide floor_divide fmod logaddexp logaddexp2 mul multiply nextafter "
                "remainder sub subtract true_divide eq ne le ge greater greater_equal gt less_equal lt less maximum minimum fmax fmin not_equal").split()
INPLACE_BINARY_NAMES = [n + "_" for n in BINARY_NAMES if n not in ("logaddexp", "logaddexp2", "equal", "fmin", "minimum", "maximum", "fmax")]
NATIVE_BINARY_FNS = _overloads(BINARY_NAMES)
NATIVE_INPLACE_BINARY_FNS = _overloads(INPLACE_BINARY_NAMES)
