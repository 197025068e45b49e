"""Helpers of rules for tensors of vmap's levels."""
import enum

from torch import _C
from torch._C._functorch import get_unwrapped, is_batchedtensor, is_functorch_wrapped_tensor, maybe_current_level, maybe_get_bdim, maybe_get_level


def _unwrap_batched(tensor, level):
    """What a tensor of that level stands for, with the place of the mapped dimension; another tensor with None."""
    if is_batchedtensor(tensor) and maybe_get_level(tensor) == level:
        return get_unwrapped(tensor), maybe_get_bdim(tensor)
    return tensor, None


def reshape_dim_into(src, dst, x):
    """Dimension src merged in front of dst, which is counted without src."""
    src %= x.dim()
    dst %= x.dim() - 1
    sizes = [s for i, s in enumerate(x.shape) if i != src]
    sizes[dst] *= x.shape[src]
    return x.movedim(src, dst).reshape(sizes)


def reshape_dim_outof(src, size, x):
    """Dimension src split into size and what is left."""
    src %= x.dim()
    if x.shape[src] % size:
        raise RuntimeError("shape[src] % size1 == 0 INTERNAL ASSERT FAILED")
    return x.reshape(*x.shape[:src], size, x.shape[src] // size, *x.shape[src + 1:])


class TransformType(enum.Enum):
    Torch = 0
    Vmap = 1
    Grad = 2
    Jvp = 3
    Functionalize = 4


class RandomnessType(enum.Enum):
    Error = 0
    Same = 1
    Different = 2


TransformType.__str__ = lambda self: f"TransformType.{self.name}"
RandomnessType.__str__ = lambda self: f"RandomnessType.{self.name}"


class CInterpreter:
    """The innermost transform that runs."""

    def __init__(self, kind, level):
        self._kind, self._level = kind, level

    def key(self):
        return self._kind

    def level(self):
        return self._level


TransformType.__module__ = RandomnessType.__module__ = CInterpreter.__module__ = "torch._C._functorch"


def peek_interpreter_stack():
    innermost = _C._innermost_transform()
    if innermost is None:
        return None
    return CInterpreter(TransformType[innermost[0].capitalize()], maybe_current_level())


def get_dynamic_layer_stack_depth():
    return maybe_current_level() or 0


def _set_vmap_fallback_enabled(enabled):
    """Operators without a rule of their own run example by example, whatever is set."""


_set_vmap_fallback_warning_enabled = _set_vmap_fallback_enabled


def _is_vmap_fallback_enabled():
    return True


def is_dead_tensor_wrapper(tensor):
    """Whether a tensor belongs to a transform that has ended."""
    return is_functorch_wrapped_tensor(tensor) and maybe_get_level(tensor) > (maybe_current_level() or 0)


def unwrap_if_dead(tensor):
    return get_unwrapped(tensor) if is_dead_tensor_wrapper(tensor) else tensor


def is_legacy_batchedtensor(tensor):
    """The tensors of the vmap before this one are gone."""
    return False
