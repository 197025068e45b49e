"""What a CUDA machine has: nothing of it here."""

import contextlib
import unittest

TEST_CUDA = TEST_MULTIGPU = TEST_CUDNN = TEST_NUMBA_CUDA = False
TEST_CUDNN_VERSION = 0
CUDA_DEVICE = None
CUDA_ALREADY_INITIALIZED_ON_IMPORT = False
TEST_CUSPARSE_GENERIC = False
SM53OrLater = SM60OrLater = SM70OrLater = SM75OrLater = SM80OrLater = SM89OrLater = SM90OrLater = SM100OrLater = SM120OrLater = False
IS_JETSON = IS_THOR = IS_SM89 = IS_SM90 = IS_SM100 = False
PLATFORM_SUPPORTS_FLASH_ATTENTION = PLATFORM_SUPPORTS_MEM_EFF_ATTENTION = PLATFORM_SUPPORTS_CUDNN_ATTENTION = False
PLATFORM_SUPPORTS_FUSED_ATTENTION = PLATFORM_SUPPORTS_FUSED_SDPA = PLATFORM_SUPPORTS_BF16 = PLATFORM_SUPPORTS_FP8 = False
PLATFORM_SUPPORTS_FP8_GROUPED_GEMM = PLATFORM_SUPPORTS_MX_GEMM = PLATFORM_SUPPORTS_GREEN_CONTEXT = PLATFORM_SUPPORTS_CK_SDPA = False


def initialize_cuda_context_rng():
    raise RuntimeError("magneto was not built with CUDA")


def tf32_on_and_off(tf32_precision=1e-5, *, only_if=True):
    return lambda fn: fn


def with_tf32_off(fn):
    return fn


@contextlib.contextmanager
def tf32_off():
    yield


tf32_on = tf32_enabled = tf32_off


def _get_torch_cuda_version():
    return (0, 0)


def _get_torch_rocm_version():
    return (0, 0)


def xfailIfSM89(fn):
    return fn


xfailIfSM90 = xfailIfSM100OrLater = xfailIfSM120OrLater = xfailIfDistributedNotSupported = xfailIfSM89


def evaluate_platform_supports_flash_attention():
    return False


evaluate_platform_supports_efficient_attention = evaluate_platform_supports_fp8 = evaluate_platform_supports_flash_attention
