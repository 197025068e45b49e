"""Meta's accelerators for training and inference, of which there are none here."""

from torch import Event, Stream
from torch import _no_device

default_generators = ()

_no_device.answer(globals(), lambda: False, "is_available is_initialized is_fbcode is_prod")
_no_device.answer(globals(), lambda: True, "is_bf16_supported")
_no_device.answer(globals(), lambda: 0, "device_count memory_allocated max_memory_allocated")
_no_device.answer(globals(), lambda: None, "seed seed_all record_memory_history reset_peak_memory_stats")
_no_device.answer(globals(), list, "get_rng_state_all")
_no_device.answer(globals(), dict, "memory_stats")
_no_device.refuse(
    globals(), RuntimeError, "Cannot execute {}() without MTIA backend.",
    "current_device=getCurrentDevice current_stream=getCurrentDevice default_stream=getCurrentDevice stream=getCurrentDevice StreamContext=getCurrentDevice "
    "get_device_capability=getCurrentDevice get_device_properties=getCurrentDevice synchronize=getCurrentDevice set_device=setCurrentDevice empty_cache=emptyCache "
    "snapshot=memorySnapshot graph_pool_handle=graphPoolHandle graph=getCurrentDevice MTIAGraph=mtiagraphCreate")
_no_device.refuse(
    globals(), AssertionError,
    "Torch not compiled with MTIA enabled. Ensure you have `import mtia.host_runtime.torch_mtia.dynamic_library` in your python src file and include "
    "`//mtia/host_runtime/torch_mtia:torch_mtia` as your target dependency!",
    "init _lazy_init get_rng_state initial_seed")


def manual_seed(seed):
    int(seed)


def manual_seed_all(seed):
    int(seed)


def set_rng_state(new_state, device="mtia"):
    new_state.clone()


def set_rng_state_all(new_states):
    for state in new_states:
        set_rng_state(state)


class device:
    """The context in which a device is the current one."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        current_device()

    def __exit__(self, type, value, traceback):
        return False


memory = _no_device.submodule(globals(), "memory", "max_memory_allocated memory_allocated memory_stats record_memory_history reset_peak_memory_stats snapshot")
