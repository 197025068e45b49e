"""Overriding of torch functions by classes and modes."""
import contextlib
import functools
import inspect

import torch
from torch import _C
from torch._C import _get_function_stack_at, _len_torch_function_stack, _pop_torch_function_stack, _push_on_torch_function_stack


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


def _as_it_is(mode):
    """The mode that compiled code enters again behind a graph break."""
    return mode


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
        handler = getattr(cls, "__torch_function__", None)
        if handler is None or handler is torch._C._disabled_torch_function_impl or any(type(f) is cls for f in found):
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


def _push_mode(mode):
    _push_on_torch_function_stack(mode)


def _pop_mode():
    return _pop_torch_function_stack()


@contextlib.contextmanager
def _pop_mode_temporarily():
    """Without the innermost mode."""
    mode = _pop_mode()
    try:
        yield mode
    finally:
        _push_mode(mode)


def _get_current_function_mode():
    n = _C._len_torch_function_stack()
    return _C._get_function_stack_at(n - 1) if n > 0 else None


def _get_current_function_mode_stack():
    return [_C._get_function_stack_at(i) for i in range(_C._len_torch_function_stack())]


def is_tensor_method_or_property(func):
    return func in _tensor_functions() or getattr(func, "__name__", "") == "__get__"


@functools.lru_cache(None)
def _tensor_functions():
    return set(get_overridable_functions()[torch.Tensor])


def get_default_nowrap_functions():
    """Attributes whose results a subclass does not get as its own: they are others' tensors."""
    return {torch.Tensor._base.__get__, torch.Tensor.grad.__get__, torch.Tensor._grad.__get__}


def resolve_name(f):
    """The name under which scripts find a function."""
    if isinstance(f, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
        return str(f)
    try:
        return _survey()[1].get(f)
    except TypeError:
        return None


@contextlib.contextmanager
def enable_reentrant_dispatch():
    """Inside __torch_dispatch__, functions are dispatched anew; they always are here."""
    yield


def redispatch_function(func, types, args, kwargs):
    """Calls func past one level of handlers; what it calls goes to them again."""
    return torch._C._skip_one_hop_torch_function(func, types, args, kwargs)


@functools.lru_cache(None)
def get_ignored_functions():
    """Functions of torch that no class overrides."""
    t = torch.Tensor
    names = """typename is_tensor is_storage set_default_tensor_type set_default_device get_default_device set_rng_state get_rng_state manual_seed initial_seed seed save load
        set_printoptions fork get_default_dtype get_num_interop_threads get_num_threads init_num_threads import_ir_module is_anomaly_enabled is_grad_enabled tensor
        as_tensor from_numpy arange as_strided bartlett_window blackman_window hamming_window hann_window kaiser_window eye empty empty_strided empty_permuted full
        linspace logspace ones rand randn randint randperm range zeros tril_indices triu_indices sparse_coo_tensor asarray frombuffer
        is_inference_mode_enabled set_grad_enabled set_num_threads set_num_interop_threads set_default_dtype vmap compile cond while_loop
        use_deterministic_algorithms are_deterministic_algorithms_enabled is_deterministic_algorithms_warn_only_enabled set_deterministic_debug_mode
        get_deterministic_debug_mode set_float32_matmul_precision get_float32_matmul_precision is_warn_always_enabled set_warn_always
        can_cast promote_types result_type unify_type_list is_vulkan_available autocast_increment_nesting autocast_decrement_nesting clear_autocast_cache
        set_autocast_enabled is_autocast_enabled is_autocast_cpu_enabled is_autocast_cache_enabled set_autocast_cache_enabled scalar_tensor get_device_module
        broadcast_shapes block_diag_names wait""".split()
    found = {getattr(torch, n) for n in names if hasattr(torch, n)}
    found |= {torch.nn.functional.sigmoid, torch.nn.functional.tanh, torch.nn.functional.hardsigmoid, torch.nn.functional.hardswish} - {None}
    for n in ("__delitem__", "__iter__", "__init_subclass__", "__torch_function__", "__new__", "__class__", "__subclasshook__", "__hash__", "as_subclass", "new", "new_tensor",
              "_make_subclass", "_make_wrapper_subclass", "__getattribute__", "__setattr__", "__setstate__", "new_empty", "new_zeros", "new_ones", "new_full", "__dir__",
              "_typed_storage", "_reduce_ex_internal", "solve", "symeig", "eig", "lstsq", "_view_func"):
        if hasattr(t, n):
            found.add(getattr(t, n))
    return found


def _places():
    nn = torch.nn
    return {"torch": torch, "torch.functional": torch.functional, "torch.nn.functional": nn.functional, "torch.nn.init": nn.init, "torch.Tensor": torch.Tensor,
            "torch.linalg": torch.linalg, "torch.fft": torch.fft, "torch.special": torch.special}


# What torch re-exports from elsewhere, or has removed, and what only looks like a function that tensors go through.
_ELSEWHERE = ("typing", "torch._utils", "torch.serialization", "torch._removed", "torch.overrides", "torch.autograd", "functools", "warnings")
_NOT_OVERRIDABLE = set("""compiled_with_cxx11_abi get_file_path prepare_multiprocessing_environment set_flush_denormal from_dlpack to_dlpack is_anomaly_check_nan_enabled set_anomaly_enabled
    unique_dim calculate_gain constant dirac eye kaiming_normal kaiming_uniform normal orthogonal sparse uniform xavier_normal xavier_uniform assert_int_or_pair upsample_bilinear upsample_nearest
    has_torch_function_unary has_torch_function_variadic fftfreq rfftfreq rand_like randn_like randint_like sparse_compressed_tensor sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor sparse_bsc_tensor""".split())
_SPECIAL_METHODS = """__floordiv__ __rfloordiv__ __ifloordiv__ __truediv__ __rtruediv__ __itruediv__ __lshift__ __rlshift__ __ilshift__ __rshift__ __rrshift__ __irshift__ __and__ __or__ __xor__
    __float__ __complex__ __array__ __bool__ __contains__ __invert__ __mod__ __rmod__ __imod__ __array_wrap__ __getitem__ __deepcopy__ __int__ __long__ __index__ __len__ __format__ __reduce_ex__
    __reversed__ __repr__ __setitem__ __setstate__ __dlpack__ __dlpack_device__ __add__ __iadd__ __radd__ __iand__ __rand__ __ior__ __ror__ __ixor__ __rxor__ __div__ __eq__ __ge__ __gt__ __le__
    __lt__ __matmul__ __rmatmul__ __mul__ __imul__ __rmul__ __ne__ __nonzero__ __pow__ __ipow__ __rpow__ __rsub__ __sub__ __isub__""".split()
_UNARY_METHODS = "__float__ __complex__ __bool__ __invert__ __int__ __long__ __index__ __len__ __reversed__ __repr__ __dlpack_device__ __nonzero__ __dlpack__ __array__".split()
_alone, _with_other, _with_value = (lambda self: -1), (lambda self, other: -1), (lambda self, key, value: -1)
_OWN_METHODS = set("""alpha_dropout_ celu_ cholesky dropout_ feature_alpha_dropout_ feature_dropout_ new_empty_strided qr reinforce selu_ stride threshold_ to_sparse_bsc to_sparse_bsr
    to_sparse_coo to_sparse_csc to_sparse_csr unflatten""".split())


def _is_overridable(name, f):
    if name[:1] == "_" or name[-1:] == "_" or not name[0].islower() or name in _NOT_OVERRIDABLE or "autocast" in name:
        return False
    return callable(f) and not isinstance(f, type) and not str(getattr(f, "__module__", "")).startswith(_ELSEWHERE)


@functools.lru_cache(None)
def _survey():
    """The functions that can be overridden, by their places, and the names of all."""
    found, names, ignored = {}, {}, get_ignored_functions()
    for place, namespace in _places().items():
        for name in dir(namespace):
            try:
                f = getattr(namespace, name)
            except (AttributeError, NotImplementedError):
                continue
            if namespace is torch.Tensor:
                if not callable(f) and hasattr(f, "__get__"):
                    names[f.__get__] = f"{place}.{name}.__get__"
                    if hasattr(f, "__set__"):
                        names[f.__set__] = f"{place}.{name}.__set__"
                    found[f] = [f.__get__]
                    continue
                wanted = callable(f) and f not in ignored and name not in _OWN_METHODS and (name in _SPECIAL_METHODS or name[:2] != "__")
            else:
                wanted = _is_overridable(name, f) and f not in ignored and (place != "torch.nn.init" or name in ("uniform_", "normal_", "constant_", "kaiming_uniform_"))
                if place == "torch.nn.init":
                    wanted = name in ("uniform_", "normal_", "constant_", "kaiming_uniform_")
            if callable(f):
                try:
                    names[f] = f"{place}.{name}"
                except TypeError:
                    continue
            if wanted:
                found.setdefault(namespace, []).append(f)
    return found, names


def get_overridable_functions():
    """The functions that __torch_function__ sees, by where they are; attributes of tensors by themselves."""
    return _survey()[0]


@functools.lru_cache(None)
def get_testing_overrides():
    """For each function that can be overridden one that takes the same arguments and returns -1."""
    def answering(f):
        answer = lambda *args, **kwargs: -1
        try:
            answer.__signature__ = inspect.signature(f)
        except (TypeError, ValueError):
            name = getattr(f, "__name__", "")
            if name in _SPECIAL_METHODS:
                answer.__signature__ = inspect.signature(_alone if name in _UNARY_METHODS else _with_value if name == "__setitem__" else _with_other)
        return answer

    return {f: answering(f) for functions in get_overridable_functions().values() for f in functions}
