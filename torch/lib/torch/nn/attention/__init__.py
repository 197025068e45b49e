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

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__repr__


_SWITCHES = {
    SDPBackend.CUDNN_ATTENTION: ("cudnn_sdp_enabled", "enable_cudnn_sdp"), SDPBackend.FLASH_ATTENTION: ("flash_sdp_enabled", "enable_flash_sdp"),
    SDPBackend.EFFICIENT_ATTENTION: ("mem_efficient_sdp_enabled", "enable_mem_efficient_sdp"), SDPBackend.MATH: ("math_sdp_enabled", "enable_math_sdp"),
}

_overrideable = True  # whether kernels of devices that are not of PyTorch may be taken


def _cur_sdpa_kernel_backends(with_priority=False):
    return [b for b, (ask, _) in _SWITCHES.items() if getattr(torch.backends.cuda, ask)()] + [SDPBackend.OVERRIDEABLE] * _overrideable


def _backend_from_string(name):
    return getattr(SDPBackend, name)


def _sdpa_kernel(backends, set_priority=False):
    for backend, (_, set) in _SWITCHES.items():
        getattr(torch.backends.cuda, set)(backend in backends)
    global _overrideable
    _overrideable = SDPBackend.OVERRIDEABLE in backends


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Attention inside may use these implementations."""
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError("Backend must be an instance of SDPBackend or a list of SDPBackend instances")
    before = _cur_sdpa_kernel_backends()
    _sdpa_kernel([backends] if isinstance(backends, SDPBackend) else backends, set_priority)
    try:
        yield {}
    finally:
        _sdpa_kernel(before, set_priority)


def activate_flash_attention_impl(impl):
    raise ValueError(f"Unknown flash attention impl '{impl}'. Available implementations: []")


def list_flash_attention_impls():
    return []


def current_flash_attention_impl():
    return None


def restore_flash_attention_impl():
    return None


register_flash_attention_impl = lambda impl, *, register_fn: None
