"""What the inductor's tests may use of the machine."""

import contextlib
import unittest

import torch

HAS_CPU = RUN_CPU = True
HAS_CUDA = HAS_XPU = HAS_MPS = HAS_GPU = HAS_TRITON = HAS_MULTIGPU = RUN_GPU = RUN_TPU = HAS_TPU = False
HAS_CUDA_AND_TRITON = HAS_XPU_AND_TRITON = HAS_MTIA_AND_TRITON = HAS_GPU_AND_TRITON = HAS_HELION = HAS_PALLAS = TRITON_HAS_CPU = False
IS_A100 = IS_H100 = IS_BIG_GPU = False
GPU_TYPE = "cuda"
GPU_TYPES = ["cuda", "mps", "xpu", "mtia"]
requires_gpu = unittest.skipUnless(HAS_GPU, "requires gpu")
requires_triton = unittest.skipUnless(HAS_TRITON, "requires triton")
requires_helion = unittest.skipUnless(HAS_HELION, "requires helion")


def get_gpu_type():
    return GPU_TYPE


def has_triton():
    return False


def skipDeviceIf(cond, msg, *, device):
    return unittest.skipIf(cond and device == "cpu", msg) if cond else (lambda fn: fn)


def skipCUDAIf(cond, msg):
    return lambda fn: fn


skipXPUIf = skipCUDAIf


def skipCPUIf(cond, msg):
    return unittest.skipIf(cond, msg)


def requires_gpu_with_enough_memory(min_mem_required):
    return unittest.skip("requires gpu")


def clone_preserve_strides_offset(x, device=None):
    out = torch.as_strided(x, (x.untyped_storage().size() // x.element_size(),), (1,), 0).clone()
    return torch.as_strided(out, x.size(), x.stride(), x.storage_offset())
