"""Intel's graphics processors, of which there are none here."""

import collections as _collections

from torch import _no_device

default_generators = ()

_no_device.answer(globals(), lambda: False, "is_available is_initialized is_bf16_supported is_tf32_supported")
_no_device.answer(globals(), lambda: 0, "device_count memory_allocated max_memory_allocated memory_reserved max_memory_reserved")
_no_device.answer(globals(), lambda: None, "seed seed_all empty_cache")
_no_device.answer(globals(), list, "get_rng_state_all get_arch_list memory_snapshot")
_no_device.answer(globals(), str, "get_gencode_flags")
_no_device.answer(globals(), dict, "memory_stats_as_nested_dict")
_no_device.answer(globals(), _collections.OrderedDict, "memory_stats")
_no_device.refuse(
    globals(), AssertionError, "Torch not compiled with XPU enabled",
    "init _lazy_init current_device current_stream synchronize set_device set_stream get_device_name get_device_capability get_device_properties get_rng_state initial_seed "
    "mem_get_info can_device_access_peer get_stream_from_external get_per_process_memory_fraction set_per_process_memory_fraction")
_no_device.refuse(globals(), AttributeError, "module 'torch._C' has no attribute '_xpu_{}'",
                  "change_current_allocator=changeCurrentAllocator reset_peak_memory_stats=resetPeakMemoryStats reset_accumulated_memory_stats=resetAccumulatedMemoryStats")
_no_device.refuse(globals(), ImportError, "pyzes is required; install it with 'pip install pyzes'.",
                  "utilization memory_usage temperature power_draw clock_rate device_memory_used list_gpu_processes")
_no_device.refuse(globals(), RuntimeError, "Tried to instantiate dummy base class {}",
                  "graph_pool_handle=_xpu_graph_pool_handle is_current_stream_capturing=_xpu_isCurrentStreamCapturing make_graphed_callables=XPUGraph graph=Stream")
_no_device.dummies(globals(), "Event Stream MemPool XPUGraph")


def manual_seed(seed):
    int(seed)


def manual_seed_all(seed):
    int(seed)


def set_rng_state(new_state, device="xpu"):
    new_state.clone()


def set_rng_state_all(new_states):
    for state in new_states:
        set_rng_state(state)


class device:
    """The context in which a device is the current one."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        raise NotImplementedError("PyTorch was compiled without XPU support")

    def __exit__(self, type, value, traceback):
        return False


class device_of(device):
    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_xpu else -1)


class StreamContext:
    """The context in which work goes to a stream; without effect for none."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            init()

    def __exit__(self, type, value, traceback):
        pass


def stream(stream):
    return StreamContext(stream)


memory = _no_device.submodule(
    globals(), "memory",
    "MemPool change_current_allocator empty_cache get_per_process_memory_fraction max_memory_allocated max_memory_reserved mem_get_info memory_allocated memory_reserved "
    "memory_snapshot memory_stats memory_stats_as_nested_dict reset_accumulated_memory_stats reset_peak_memory_stats set_per_process_memory_fraction")
random = _no_device.submodule(globals(), "random", "get_rng_state get_rng_state_all initial_seed manual_seed manual_seed_all seed seed_all set_rng_state set_rng_state_all")
streams = _no_device.submodule(globals(), "streams", "Event Stream")
