"""Tensors from and to libraries that speak DLPack; here these are tensors and arrays of numpy."""

import enum

import torch


class DLDeviceType(enum.IntEnum):
    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLExtDev = 12
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17


class _Capsule:
    """What stands for a capsule of a tensor."""

    def __init__(self, tensor, name):
        self.tensor, self.name = tensor, name

    def __repr__(self):
        return f'<capsule object "{"" if self.tensor is not None else "used_"}{self.name}" at {id(self):#x}>'


_Capsule.__name__ = _Capsule.__qualname__ = "PyCapsule"
_Capsule.__module__ = "builtins"


def to_dlpack(tensor):
    return tensor.detach().__dlpack__()


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor that shares the memory, or with copy has its own."""
    made = _shared(ext_tensor)
    return made.clone() if copy else made


def _shared(ext_tensor):
    if isinstance(ext_tensor, torch.Tensor):
        capsule = ext_tensor.__dlpack__()
    elif isinstance(ext_tensor, _Capsule):
        capsule = ext_tensor
    elif hasattr(ext_tensor, "__array_interface__") or type(ext_tensor).__module__ == "numpy":
        return torch.from_numpy(ext_tensor)
    elif hasattr(ext_tensor, "__dlpack__"):
        capsule = ext_tensor.__dlpack__()
    else:
        capsule = None
    if getattr(capsule, "tensor", None) is None:
        raise RuntimeError("from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you might have already constructed "
                           "a tensor from it once.")
    tensor, capsule.tensor = capsule.tensor, None
    made = tensor.detach()
    return made.view(made.shape)
