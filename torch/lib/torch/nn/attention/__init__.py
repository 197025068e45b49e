"""Choosing implementations of attention; there is one here, so the choice is only remembered."""

import contextlib
import enum

import torch

__all__ = ["SDPBackend", "sdpa_kernel", "WARN_FOR_UNFUSED_KERNELS"]
WARN_FOR_UNFUSED_KERNELS = False


class SDPBackend(enum.IntEnum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


_SWITCHES = {
    SDPBackend.CUDNN_ATTENTION: ("cudnn_sdp_enabled", "enable_cudnn_sdp"), SDPBackend.FLASH_ATTENTION: ("flash_sdp_enabled", "enable_flash_sdp"),
    SDPBackend.EFFICIENT_ATTENTION: ("mem_efficient_sdp_enabled", "enable_mem_efficient_sdp"), SDPBackend.MATH: ("math_sdp_enabled", "enable_math_sdp"),
}


def _cur_sdpa_kernel_backends(with_priority=False):
    return [b for b, (ask, _) in _SWITCHES.items() if getattr(torch.backends.cuda, ask)()]


def _switch(backends):
    for backend, (_, set) in _SWITCHES.items():
        getattr(torch.backends.cuda, set)(backend in backends)


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Attention inside may use these implementations."""
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError("Backend must be an instance of SDPBackend or a list of SDPBackend instances")
    before = _cur_sdpa_kernel_backends()
    _switch([backends] if isinstance(backends, SDPBackend) else backends)
    try:
        yield {}
    finally:
        _switch(before)


def activate_flash_attention_impl(impl):
    raise ValueError(f"Unknown flash attention impl '{impl}'. Available implementations: []")


def list_flash_attention_impls():
    return []


def current_flash_attention_impl():
    return None


def restore_flash_attention_impl():
    return None


register_flash_attention_impl = lambda impl, *, register_fn: None
