"""What a CUDA machine has: nothing of it here."""

import contextlib
import functools
import inspect

import torch
from torch.testing._internal._switches import IS_JETSON, IS_MACOS, IS_WINDOWS, TEST_CUDA, TEST_NUMBA, TEST_WITH_ROCM, TEST_XPU

TEST_MULTIGPU = TEST_CUDNN = TEST_NUMBA_CUDA = TEST_CUSPARSE_GENERIC = TEST_HIPSPARSE_GENERIC = TEST_CUPTI = TEST_CUPTI_V13_3 = TEST_CUDA_GRAPH_TOOLS_ID = False
TEST_CUDNN_VERSION = ROCM_VERSION = 0
CUDA_DEVICE = TRITON_PTXAS_VERSION = None
CUDA_ALREADY_INITIALIZED_ON_IMPORT = False
CDNA2OrLater = CDNA3OrLater = CDNA5OrLater = lambda: False
SM53OrLater = SM60OrLater = SM70OrLater = SM75OrLater = SM80OrLater = SM89OrLater = SM90OrLater = SM100OrLater = SM120OrLater = False
IS_THOR = IS_SM89 = IS_SM90 = IS_SM100 = IS_SM10X = IS_SM12X = False
PLATFORM_SUPPORTS_FLASH_ATTENTION = PLATFORM_SUPPORTS_MEM_EFF_ATTENTION = PLATFORM_SUPPORTS_CUDNN_ATTENTION = False
PLATFORM_SUPPORTS_FUSED_ATTENTION = PLATFORM_SUPPORTS_FUSED_SDPA = PLATFORM_SUPPORTS_BF16 = PLATFORM_SUPPORTS_FP8 = False
PLATFORM_SUPPORTS_FP8_GROUPED_GEMM = PLATFORM_SUPPORTS_MX_GEMM = PLATFORM_SUPPORTS_GREEN_CONTEXT = PLATFORM_SUPPORTS_CK_SDPA = False
PLATFORM_SUPPORTS_BF16_ATOMICS = PLATFORM_SUPPORTS_HALF_ATOMICS = PLATFORM_SUPPORTS_FP8_SPARSE = PLATFORM_SUPPORTS_MXFP8_GROUPED_GEMM = False
PLATFORM_SUPPORTS_WORKQUEUE_CONFIG = False


def initialize_cuda_context_rng():
    raise RuntimeError("magneto was not built with CUDA")


def tf32_on_and_off(tf32_precision=1e-5, *, only_if=True):
    return lambda fn: fn


def with_tf32_off(fn):
    return fn


@contextlib.contextmanager
def tf32_off():
    yield


@contextlib.contextmanager
def tf32_on(self=None, tf32_precision=1e-5):
    yield


tf32_enabled = tf32_off


@contextlib.contextmanager
def blas_library_context(backend):
    yield


def _get_torch_cuda_version():
    return (0, 0)


_get_torch_rocm_version = _get_torch_hipblaslt_version = _get_magma_version = _get_torch_cuda_version


def _check_cusparse_generic_available():
    return False


_check_hipsparse_generic_available = _check_cusparse_generic_available


def xfailIfSM89(fn):
    return fn


xfailIfSM90 = xfailIfSM100OrLater = xfailIfSM120OrLater = xfailIfSM12X = xfailIfSM89PreCUDA13 = xfailCUDAIfSM89OrLaterOnWindows = xfailIfSM89
xfailIfDistributedNotSupported = xfailIfSM89


def _supported():
    return False


evaluate_platform_supports_flash_attention = evaluate_platform_supports_efficient_attention = evaluate_platform_supports_fp8 = _supported
evaluate_platform_supports_cudnn_attention = evaluate_platform_supports_green_context = evaluate_platform_supports_bf16 = _supported
evaluate_platform_supports_half_atomics = evaluate_platform_supports_bf16_atomics = evaluate_platform_supports_mx_gemm = _supported


def evaluate_gfx_arch_within(arch_list):
    return False


def _create_scaling_models_optimizers(device="cuda", optimizer_ctor=torch.optim.SGD, optimizer_kwargs=None):
    """Two equal models with an optimizer each: one is trained with, the other without scaled gradients."""
    control = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)).to(device=device)
    scaling = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)).to(device=device)
    with torch.no_grad():
        for c, s in zip(control.parameters(), scaling.parameters()):
            s.copy_(c)
    kwargs = {"lr": 1.0, **(optimizer_kwargs or {})}
    return control, scaling, optimizer_ctor(control.parameters(), **kwargs), optimizer_ctor(scaling.parameters(), **kwargs)


def _create_scaling_case(device="cuda", dtype=torch.float, optimizer_ctor=torch.optim.SGD, optimizer_kwargs=None):
    data = [(torch.randn((8, 8), dtype=dtype, device=device), torch.randn((8, 8), dtype=dtype, device=device)) for _ in range(4)]
    return (*_create_scaling_models_optimizers(device=device, optimizer_ctor=optimizer_ctor, optimizer_kwargs=optimizer_kwargs), data,
            torch.nn.MSELoss().to(device), 2)
