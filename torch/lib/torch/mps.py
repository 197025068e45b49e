"""Apple's graphics processors, of which there are none here."""

from torch import _no_device

_no_device.answer(globals(), lambda: False, "is_available")
_no_device.answer(globals(), lambda: 0, "device_count")
_no_device.refuse(
    globals(), RuntimeError, "Cannot execute {}() without MPS backend.",
    "synchronize=deviceSynchronize get_rng_state=getDefaultGenerator seed=getDefaultGenerator empty_cache=emptyCache current_allocated_memory=getCurrentAllocatedMemory "
    "driver_allocated_memory=getDriverAllocatedMemory recommended_max_memory=getRecommendedMaxMemory Event=acquireEvent")
_no_device.refuse(globals(), RuntimeError, "MPS is not available", "compile_shader load_metallib")


def manual_seed(seed):
    int(seed)


def set_rng_state(new_state, device="mps"):
    new_state.clone()
    get_rng_state()


def set_per_process_memory_fraction(fraction):
    if not isinstance(fraction, float):
        raise TypeError("Invalid type for fraction argument, must be `float`")
    if fraction < 0 or fraction > 2:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~2")
    raise RuntimeError("Cannot execute setMemoryFraction() without MPS backend.")


event = _no_device.submodule(globals(), "event", "Event")
profiler = _no_device.submodule(globals(), "profiler", "")
_no_device.refuse(profiler.__dict__, RuntimeError, "Cannot execute {}() without MPS backend.", "start=profilerStartTrace stop=profilerStopTrace")
