"""Utilities."""

_SUBMODULES = frozenset("""_python_dispatch _pytree checkpoint data hooks _device deterministic dlpack weak benchmark backcompat cpp_extension collect_env flop_counter
    mkldnn model_zoo bundled_inputs module_tracker serialization backend_registration throughput_benchmark _foreach_utils _mode_utils _traceback _ordered_set
    _config_module _triton jit show_pickle _cpp_extension_versioner _content_store _stats _typing_utils _import_utils file_baton debug_log""".split())


def set_module(obj, mod):
    """The module that an object says it is from."""
    if not isinstance(mod, str):
        raise TypeError("The mod argument should be a string")
    obj.__module__ = mod


def swap_tensors(t1, t2):
    """The two objects exchange everything that they are."""
    import copyreg
    import weakref

    import torch

    for name, t in (("t1", t1), ("t2", t2)):
        if weakref.getweakrefcount(t):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    if set(copyreg._slotnames(type(t1))) != set(copyreg._slotnames(type(t2))):
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots")
    torch._C._swap_tensor_impl(t1, t2)


def rename_privateuse1_backend(backend_name):
    raise NotImplementedError("magneto has no other devices than the CPU")


def generate_methods_for_privateuse1_backend(for_tensor=True, for_module=True, for_packed_sequence=True, for_storage=False, unsupported_dtype=None):
    raise NotImplementedError("magneto has no other devices than the CPU")


cmake_prefix_path = "<magneto>/share/cmake"


def get_cpp_backtrace(frames_to_skip=0, maximum_number_of_frames=64):
    return ""


def __getattr__(name):
    if name in _SUBMODULES:
        import importlib  # each on its first use

        return importlib.import_module("torch.utils." + name)
    if name == "ThroughputBenchmark":
        from torch.utils.throughput_benchmark import ThroughputBenchmark

        return ThroughputBenchmark
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
