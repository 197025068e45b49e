"""Forward-mode differentiation: tensors that carry a tangent."""
from collections import namedtuple

from torch._functorch._primitives import (_dual_increment_nesting, _jvp_decrement_nesting, _make_dual, _maybe_load_decompositions, _unpack_dual,
                                          _unwrap_for_grad)

from torch import _C
from torch.utils._contextlib import _DecoratorContextManager

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ["primal", "tangent"])
_levels = []
_current_level = -1


def enter_dual_level():
    """Starts a level; levels do not nest, as in PyTorch."""
    if _levels:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    global _current_level
    _levels.append(_dual_increment_nesting())
    _current_level = 0
    return 0


def exit_dual_level(*, level=None):
    if not _levels:
        raise RuntimeError("Dual level must be a positive number.")
    if level not in (None, 0):
        raise RuntimeError("Trying to exit a forward AD level that was not the last one that was created. This is not supported.")
    global _current_level
    _levels.pop()
    _current_level = -1
    _jvp_decrement_nesting()


def make_dual(tensor, tangent, *, level=None):
    if not _levels and level is None:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
    if not (tensor.is_floating_point() or tensor.is_complex()):
        raise ValueError(f"Expected primal to be floating point or complex, but got: {tensor.dtype}")
    if not (tangent.is_floating_point() or tangent.is_complex()):
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    return _make_dual(tensor, tangent, level=0)


def unpack_dual(tensor, *, level=None):
    if not _levels and level is None:
        return UnpackedDualTensor(tensor, None)
    primal, tangent = _unpack_dual(tensor, level=0)
    if _levels:
        primal = _unwrap_for_grad(primal, _levels[-1])
        tangent = None if tangent is None else _unwrap_for_grad(tangent, _levels[-1])
    return UnpackedDualTensor(primal, tangent)


class dual_level(_DecoratorContextManager):
    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *exc):
        exit_dual_level()


class _set_fwd_grad_enabled(_DecoratorContextManager):
    """Whether operators carry tangents along; it holds from when the object is made."""

    def __init__(self, mode):
        self.prev = _C._is_fwd_grad_enabled()
        _C._set_fwd_grad_enabled(mode)
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        _C._set_fwd_grad_enabled(self.prev)

    def clone(self):
        return type(self)(self.mode)
