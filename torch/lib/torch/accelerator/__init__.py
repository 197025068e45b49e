"""The accelerator of this machine, of which there is none."""

from torch import _no_device

_NONE = "Cannot access accelerator device when none is available."

_no_device.answer(globals(), lambda: False, "is_available")
_no_device.answer(globals(), lambda: 0, "device_count")
_no_device.refuse(
    globals(), RuntimeError, _NONE,
    "current_device_index current_device_idx current_stream synchronize set_device_index set_device_idx get_device_capability empty_cache empty_host_cache get_memory_info "
    "memory_allocated max_memory_allocated memory_reserved max_memory_reserved memory_stats reset_peak_memory_stats reset_accumulated_memory_stats Graph")


def current_accelerator(check_available=False):
    return None


def set_stream(stream):
    import torch

    if not isinstance(stream, torch.Stream):
        raise TypeError("_accelerator_setStream(): incompatible function arguments. The following argument types are supported:\n    1. (arg0: torch.Stream) -> None\n\n"
                        f"Invoked with: {stream!r}")
    raise RuntimeError(_NONE)


class device_index:
    """The context in which a device is the current one; without effect for none."""

    def __init__(self, device):
        self.idx = device
        self.prev_idx = -1

    def __enter__(self):
        if self.idx is not None:
            raise RuntimeError(_NONE)

    def __exit__(self, *exc_info):
        pass


memory = _no_device.submodule(
    globals(), "memory",
    "empty_cache empty_host_cache get_memory_info memory_allocated max_memory_allocated memory_reserved max_memory_reserved memory_stats reset_peak_memory_stats "
    "reset_accumulated_memory_stats")
