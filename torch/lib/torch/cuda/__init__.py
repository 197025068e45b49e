"""NVIDIA's graphics processors: there are none. What asks for them says so; what needs one raises as a PyTorch does that
was built without CUDA."""


def is_available():
    return False


def is_initialized():
    return False


def is_bf16_supported(including_emulation=True):
    return False


def device_count():
    return 0


def init():
    raise AssertionError("Torch not compiled with CUDA enabled")


def _needs_cuda(device=None):
    init()


current_device = current_stream = default_stream = synchronize = get_device_name = get_device_capability = get_device_properties = _needs_cuda


def manual_seed(seed):
    """Is remembered for a device that may come to life: none does."""
    int(seed)


manual_seed_all = manual_seed


def seed():
    pass


seed_all = empty_cache = ipc_collect = seed


def get_rng_state_all():
    return []


def set_rng_state_all(new_states):
    for _ in new_states:
        init()


def memory_allocated(device=None):
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


class device:
    """The context in which a device is the current one."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        raise RuntimeError("PyTorch was compiled without CUDA support")

    def __exit__(self, type, value, traceback):
        return False


class _Unavailable:
    def __init__(self, *args, **kwargs):
        raise RuntimeError(f"Tried to instantiate dummy base class {type(self).__name__}")


class Stream(_Unavailable):
    pass


class Event(_Unavailable):
    pass


# The legacy classes are there to be asked about: making a tensor of one raises.
from torch import _C as _C
globals().update(_C._legacy_tensor_types("torch.cuda"))
