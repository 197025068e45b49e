"""NVIDIA's graphics processors: there are none. What asks for them says so; what needs one raises as a PyTorch does that
was built without CUDA."""

import collections as _collections
import contextlib as _contextlib

from torch import AcceleratorError, OutOfMemoryError
from torch import _C as _C
from torch import _no_device

default_generators = ()
has_half = True
has_magma = False
_NO_CUDA = "Torch not compiled with CUDA enabled"

_no_device.answer(globals(), lambda: False, "is_available is_initialized is_bf16_supported is_tf32_supported")
_no_device.answer(globals(), lambda: 0, "device_count memory_allocated max_memory_allocated memory_reserved max_memory_reserved memory_cached max_memory_cached")
_no_device.answer(globals(), lambda: None, "seed seed_all empty_cache caching_allocator_enable")
_no_device.answer(globals(), list, "get_rng_state_all get_arch_list")
_no_device.answer(globals(), str, "get_gencode_flags")
_no_device.answer(globals(), dict, "memory_stats_as_nested_dict host_memory_stats_as_nested_dict")
_no_device.answer(globals(), _collections.OrderedDict, "memory_stats host_memory_stats")
_no_device.answer(globals(), lambda: "pynvml module not found, please install nvidia-ml-py", "list_gpu_processes")
_no_device.refuse(
    globals(), AssertionError, _NO_CUDA,
    "init _lazy_init current_device current_stream default_stream synchronize get_device_name get_device_capability get_device_properties get_rng_state initial_seed "
    "ipc_collect mem_get_info cudart current_blas_handle current_solver_handle can_device_access_peer caching_allocator_alloc get_stream_from_external "
    "get_per_process_memory_fraction set_per_process_memory_fraction get_sync_debug_mode set_sync_debug_mode")
_no_device.refuse(
    globals(), AttributeError, "module 'torch._C' has no attribute '_cuda_{}'",
    "get_allocator_backend=getAllocatorBackend memory_snapshot=memorySnapshot change_current_allocator=changeCurrentAllocator "
    "caching_allocator_delete=cudaCachingAllocator_raw_delete reset_peak_memory_stats=resetPeakMemoryStats reset_max_memory_allocated=resetPeakMemoryStats "
    "reset_max_memory_cached=resetPeakMemoryStats reset_accumulated_memory_stats=resetAccumulatedMemoryStats "
    "reset_accumulated_host_memory_stats=resetAccumulatedHostMemoryStats reset_peak_host_memory_stats=resetPeakHostMemoryStats")
_no_device.refuse(globals(), ModuleNotFoundError, "nvidia-ml-py does not seem to be installed or it can't be imported.",
                  "utilization memory_usage temperature power_draw clock_rate device_memory_used")
_no_device.refuse(globals(), KeyError, "allocated_bytes.all.current", "memory_summary")
_no_device.refuse(globals(), RuntimeError, "Tried to instantiate dummy base class {}",
                  "graph_pool_handle=_graph_pool_handle is_current_stream_capturing=_cuda_isCurrentStreamCapturing make_graphed_callables=CUDAGraph")
_no_device.dummies(globals(), "Event CUDAGraph MemPool")


class DeferredCudaCallError(Exception):
    """A call that was put off until CUDA is there has failed."""


class cudaStatus:
    SUCCESS = 0
    ERROR_NOT_READY = 34


def manual_seed(seed):
    """Is remembered for a device that may come to life: none does."""
    int(seed)


def manual_seed_all(seed):
    int(seed)


def set_rng_state(new_state, device="cuda"):
    new_state.clone()


def set_rng_state_all(new_states):
    for state in new_states:
        set_rng_state(state)


def _index(device, optional=False):
    """The number of a device, -1 for none."""
    import torch

    if isinstance(device, int):
        return device
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type != "cuda":
            raise ValueError(f"Expected a cuda device, but got: {device}")
        if device.index is not None:
            return device.index
        if optional:
            init()
    if optional and device is None:
        init()
    raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{device}")


def set_device(device):
    if _index(device) >= 0:
        raise AttributeError("module 'torch._C' has no attribute '_cuda_setDevice'")


class device:
    """The context in which a device is the current one."""

    def __init__(self, device):
        self.idx = device if device is None else _index(device, optional=True)
        self.prev_idx = -1

    def __enter__(self):
        if not self.idx < 0:
            raise RuntimeError("PyTorch was compiled without CUDA support")

    def __exit__(self, type, value, traceback):
        return False


class device_of(device):
    """The context of the device of a tensor; without effect for one that is in memory."""

    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_cuda else -1)


class Stream:
    def __new__(cls, *args, **kwargs):
        raise RuntimeError("torch.cuda.Stream requires CUDA support")


class ExternalStream(Stream):
    pass


class StreamContext:
    """The context in which work goes to a stream; without effect for none."""

    def __init__(self, stream):
        self.stream = stream
        self.idx = None

    def __enter__(self):
        if self.stream is not None:
            init()

    def __exit__(self, type, value, traceback):
        pass


def stream(stream):
    return StreamContext(stream)


def set_stream(stream):
    if stream is not None:
        stream.stream_id


class graph:
    """The context in which work is recorded."""

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        self.capture_stream = Stream() if stream is None else stream


@_contextlib.contextmanager
def use_mem_pool(pool, device=None):
    init()
    yield


@_contextlib.contextmanager
def caching_allocator_disabled():
    yield


# The legacy classes are there to be asked about: making a tensor of one raises.
globals().update(_C._legacy_tensor_types("torch.cuda"))


def _legacy_storage(name):
    def __new__(cls, *args, **kwargs):
        init()

    return type(name, (), {"__new__": __new__, "__module__": __name__})


for _name in ("BFloat16 Bool Byte Char ComplexDouble ComplexFloat Double Float Half Int Long Short").split():
    globals()[_name + "Storage"] = _legacy_storage(_name + "Storage")

memory = _no_device.submodule(
    globals(), "memory",
    "MemPool OutOfMemoryError caching_allocator_alloc caching_allocator_delete caching_allocator_disabled caching_allocator_enable change_current_allocator empty_cache "
    "get_allocator_backend get_per_process_memory_fraction host_memory_stats host_memory_stats_as_nested_dict is_initialized list_gpu_processes max_memory_allocated "
    "max_memory_cached max_memory_reserved mem_get_info memory_allocated memory_cached memory_reserved memory_snapshot memory_stats memory_stats_as_nested_dict "
    "memory_summary reset_accumulated_host_memory_stats reset_accumulated_memory_stats reset_max_memory_allocated reset_max_memory_cached "
    "reset_peak_host_memory_stats reset_peak_memory_stats set_per_process_memory_fraction use_mem_pool")
_no_device.refuse(memory.__dict__, AttributeError, "module 'torch._C' has no attribute '_cuda_{}'",
                  "_record_memory_history=recordMemoryHistory _snapshot=memorySnapshot _dump_snapshot=memorySnapshot _set_allocator_settings=cudaCachingAllocator_set_allocator_settings")
random = _no_device.submodule(
    globals(), "random",
    "current_device device_count get_rng_state get_rng_state_all initial_seed is_initialized manual_seed manual_seed_all seed seed_all set_rng_state set_rng_state_all")
streams = _no_device.submodule(globals(), "streams", "Event ExternalStream Stream")
graphs = _no_device.submodule(globals(), "graphs", "CUDAGraph graph graph_pool_handle is_current_stream_capturing make_graphed_callables")
nvtx = _no_device.submodule(globals(), "nvtx", "")
_no_device.refuse(nvtx.__dict__, RuntimeError, "NVTX functions not installed. Are you sure you have a CUDA build?", "mark range_push range_pop")
_no_device.refuse(nvtx.__dict__, AttributeError, "'_NVTXStub' object has no attribute '{}'", "range_start=rangeStartA range_end=rangeEnd")


@_contextlib.contextmanager
def _range(msg, *args, **kwargs):
    """A range of the time line."""
    nvtx.range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        nvtx.range_pop()


nvtx.range = _range
profiler = _no_device.submodule(globals(), "profiler", "cudart")
_no_device.refuse(profiler.__dict__, AssertionError, _NO_CUDA, "start stop")


@_contextlib.contextmanager
def _profile():
    profiler.start()
    try:
        yield
    finally:
        profiler.stop()


profiler.profile = _profile
del _name
