"""Overriding of torch functions by classes and modes."""
import contextlib
import functools

import torch
from torch import _C


class DisableTorchFunctionSubclass:
    """Classes with __torch_function__ are passed over."""

    def __enter__(self):
        _C._disable_torch_function(False, 1)

    def __exit__(self, *exc):
        _C._disable_torch_function(False, -1)


class DisableTorchFunction:
    """Classes and modes are passed over."""

    def __enter__(self):
        _C._disable_torch_function(True, 1)

    def __exit__(self, *exc):
        _C._disable_torch_function(True, -1)


class TorchFunctionMode:
    """Sees every torch function that is called inside the context."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _C._push_on_torch_function_stack(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _C._pop_torch_function_stack()

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


@contextlib.contextmanager
def _enable_torch_function():
    yield


def has_torch_function(relevant_args):
    return _C._has_torch_function(relevant_args)


def has_torch_function_unary(arg):
    return _C._has_torch_function((arg,))


def has_torch_function_variadic(*args):
    return _C._has_torch_function(args)


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(inp, "__torch_function__")


def _get_overloaded_args(relevant_args, get_type_fn=None):
    """One argument of each class that overrides functions: subclasses before their bases."""
    found = []
    for arg in relevant_args:
        cls = type(arg)
        if cls is torch.Tensor or not hasattr(cls, "__torch_function__") or any(type(f) is cls for f in found):
            continue
        at = next((i for i, f in enumerate(found) if issubclass(cls, type(f))), len(found))
        found.insert(at, arg)
    return found


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """What a function written in Python calls where has_torch_function says that a class or mode wants the call."""
    overloaded = _get_overloaded_args(relevant_args)
    types = tuple(map(type, overloaded))
    if _C._len_torch_function_stack() > 0:
        mode = _C._pop_torch_function_stack()
        try:
            result = mode.__torch_function__(public_api, types, args, kwargs)
        finally:
            _C._push_on_torch_function_stack(mode)
        if result is not NotImplemented:
            return result
    for arg in overloaded:
        result = type(arg).__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f"{public_api.__module__}.{public_api.__name__}"
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {[type(a) for a in overloaded]}")


def wrap_torch_function(dispatcher):
    def outer(func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)

        return wrapped

    return outer


def _get_current_function_mode():
    n = _C._len_torch_function_stack()
    return _C._get_function_stack_at(n - 1) if n > 0 else None


def _get_current_function_mode_stack():
    return [_C._get_function_stack_at(i) for i in range(_C._len_torch_function_stack())]


def is_tensor_method_or_property(func):
    return getattr(torch.Tensor, getattr(func, "__name__", ""), None) is func or getattr(func, "__name__", "") == "__get__"


def resolve_name(f):
    """The name under which scripts find a function."""
    if isinstance(f, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
        return str(f)
    module, name = getattr(f, "__module__", None), getattr(f, "__name__", None)
    if name is not None and getattr(torch.Tensor, name, None) is f:
        return f"torch.Tensor.{name}"
    if name in ("__get__", "__set__", "__delete__") and getattr(getattr(f, "__self__", None), "__objclass__", None) is torch.Tensor:
        return f"torch.Tensor.{f.__self__.__name__}.{name}"
    return f"{module}.{name}" if module and name else None


@contextlib.contextmanager
def enable_reentrant_dispatch():
    """Inside __torch_dispatch__, functions are dispatched anew; they always are here."""
    yield


def redispatch_function(func, types, args, kwargs):
    with DisableTorchFunctionSubclass():
        return func(*args, **kwargs)


@functools.lru_cache(None)
def get_ignored_functions():
    """Functions of torch that no class overrides."""
    t = torch.Tensor
    names = """typename is_tensor is_storage set_default_tensor_type set_default_device get_default_device set_rng_state get_rng_state manual_seed initial_seed seed save load
        set_printoptions fork get_default_dtype get_num_interop_threads get_num_threads init_num_threads import_ir_module is_anomaly_enabled is_grad_enabled tensor
        as_tensor from_numpy arange as_strided bartlett_window blackman_window hamming_window hann_window kaiser_window eye empty empty_strided empty_permuted full
        linspace logspace ones rand randn randint randperm range zeros tril_indices triu_indices sparse_coo_tensor asarray frombuffer complex
        is_inference_mode_enabled set_grad_enabled set_num_threads set_num_interop_threads set_default_dtype vmap compile cond while_loop
        use_deterministic_algorithms are_deterministic_algorithms_enabled is_deterministic_algorithms_warn_only_enabled set_deterministic_debug_mode
        get_deterministic_debug_mode set_float32_matmul_precision get_float32_matmul_precision is_warn_always_enabled set_warn_always
        can_cast promote_types result_type unify_type_list is_vulkan_available autocast_increment_nesting autocast_decrement_nesting clear_autocast_cache
        set_autocast_enabled is_autocast_enabled is_autocast_cpu_enabled is_autocast_cache_enabled set_autocast_cache_enabled scalar_tensor get_device_module
        broadcast_shapes block_diag_names wait""".split()
    found = {getattr(torch, n) for n in names if hasattr(torch, n)}
    for n in ("__delitem__", "__iter__", "__init_subclass__", "__torch_function__", "__new__", "__class__", "__subclasshook__", "__hash__", "as_subclass", "new", "new_tensor",
              "_make_subclass", "_make_wrapper_subclass", "__getattribute__", "__setattr__", "__setstate__", "new_empty", "new_zeros", "new_ones", "new_full", "__dir__",
              "_typed_storage", "_reduce_ex_internal", "solve", "symeig", "eig", "lstsq", "_view_func"):
        if hasattr(t, n):
            found.add(getattr(t, n))
    return found


def _of_module(module):
    return [(n, f) for n, f in ((n, getattr(module, n, None)) for n in dir(module)) if callable(f) and not isinstance(f, type) and not n.startswith("_")]


@functools.lru_cache(None)
def get_overridable_functions():
    """The functions that __torch_function__ sees, by where they are."""
    found, ignored = {}, get_ignored_functions()
    for module in (torch, torch.functional, torch.nn.functional, torch.nn.init, torch.linalg, torch.fft, torch.special):
        members = [f for n, f in _of_module(module) if f not in ignored and getattr(f, "__module__", None) not in ("typing", "torch._utils", "torch.serialization")]
        if members:
            found[module] = members
    methods = [f for n, f in ((n, getattr(torch.Tensor, n)) for n in dir(torch.Tensor)) if callable(f) and not n.startswith("__") and f not in ignored]
    found[torch.Tensor] = methods
    return found


@functools.lru_cache(None)
def get_testing_overrides():
    """For each function that can be overridden one that takes the same arguments and returns -1."""
    def answer(*args, **kwargs):
        return -1

    return {f: answer for functions in get_overridable_functions().values() for f in functions}
