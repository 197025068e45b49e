"""What torch._C._autograd has of hooks for saved tensors, and of how views were made."""
import enum

from torch import _C
from torch.autograd.profiler import kineto_available  # noqa: F401


def _push_saved_tensors_default_hooks(pack_hook, unpack_hook):
    _C._push_saved_tensors_hooks(pack_hook, unpack_hook)


def _pop_saved_tensors_default_hooks():
    _C._pop_saved_tensors_hooks()


CreationMeta = enum.Enum("CreationMeta", ["DEFAULT", "IN_CUSTOM_FUNCTION", "MULTI_OUTPUT_NODE", "NO_GRAD_MODE", "INFERENCE_MODE"], start=0)
CreationMeta.__module__ = "torch._C._autograd"
