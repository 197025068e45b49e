"""There is no triton: tests that need it are skipped."""

import unittest

from torch.testing._internal.inductor_utils import HAS_CUDA_AND_TRITON, HAS_GPU, HAS_MTIA_AND_TRITON, HAS_TRITON, HAS_XPU_AND_TRITON, has_triton

requires_cuda_and_triton = unittest.skipUnless(HAS_CUDA_AND_TRITON, "requires cuda and triton")
requires_gpu_and_triton = unittest.skipUnless(HAS_GPU and HAS_TRITON, "requires gpu and triton")
requires_xpu_and_triton = unittest.skipUnless(HAS_XPU_AND_TRITON, "requires xpu and triton")
requires_gpu = unittest.skipUnless(HAS_GPU, "requires gpu")
