"""Small functions of the torch module."""
import functools
import logging

import torch


def typename(obj):
    if isinstance(obj, torch.Tensor):
        return obj.type()
    module = getattr(obj, "__module__", "") or ""
    name = getattr(obj, "__qualname__", None)
    if name is None:
        module, name = type(obj).__module__, type(obj).__qualname__
    return name if module in ("", "builtins") else module + "." + name


def _assert(condition, message):
    if type(condition) is not torch.Tensor and torch.overrides.has_torch_function((condition,)):
        return torch.overrides.handle_torch_function(torch._assert, (condition,), condition, message)
    assert condition, message


_assert.__module__ = "torch"


def _message(message):
    if message is None:
        return "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement request to PyTorch.)"
    return str(message()) if callable(message) else str(message)


def _check(cond, message=None):
    if not _holds(cond):
        raise RuntimeError(_message(message))


def _holds(cond):
    if isinstance(cond, torch.SymBool):
        return torch._C._assume(cond)
    if isinstance(cond, torch.Tensor):
        raise TypeError("cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert that all elements are true.")
    if not isinstance(cond, bool):
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    return cond


def _check_with(error_type, cond, message):
    if not issubclass(error_type, Exception) and not issubclass(error_type, Warning):
        raise AssertionError(f"error_type must be subclass of Exception or Warning, got {error_type}")
    if not _holds(cond):
        raise error_type(_message(message))


def _check_is_size(i, message=None, *, max=None):
    _check(i >= 0, message)
    if max is not None:
        _check(i <= max, message)


def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


_deterministic = [False, False]


def use_deterministic_algorithms(mode, *, warn_only=False):
    if not isinstance(mode, bool):
        raise TypeError(f"_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not {type(mode).__name__}")
    _set_deterministic_algorithms(mode, warn_only)


def _set_deterministic_algorithms(mode, warn_only=False):
    """Sets both switches and gives what they were."""
    before = tuple(_deterministic)
    _deterministic[:] = [bool(mode), warn_only]
    torch._C._set_determinism(*_deterministic, torch.utils.deterministic.fill_uninitialized_memory)
    return before


def are_deterministic_algorithms_enabled():
    return _deterministic[0]


def is_deterministic_algorithms_warn_only_enabled():
    return _deterministic[1]


def set_deterministic_debug_mode(mode):
    if isinstance(mode, str):
        if mode not in ("default", "warn", "error"):
            raise RuntimeError(f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {mode}")
    elif mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {mode}")
    use_deterministic_algorithms(mode not in (0, "default"), warn_only=mode in (1, "warn"))


_interop_threads = []


def set_num_interop_threads(n):
    if type(n) is not int:
        raise RuntimeError(f"set_num_interop_threads expects an int, but got {type(n).__name__}")
    if n <= 0:
        raise RuntimeError("set_num_interop_threads expects a positive integer")
    if _interop_threads:
        raise RuntimeError("Error: cannot set number of interop threads after parallel work has started or set_num_interop_threads called")
    _interop_threads.append(n)


def get_num_interop_threads():
    """Threads that run operators side by side. Here operators run one after the other; the number is remembered."""
    if _interop_threads:
        return _interop_threads[0]
    import os
    return os.cpu_count()


_precision = ["highest"]


def set_float32_matmul_precision(precision):
    if precision not in ("highest", "high", "medium"):
        torch._C._warn_once(f"{precision} is not one of 'highest', 'high', or 'medium'; the currentsetFloat32MatmulPrecision call has no effect.")
        return
    _precision[0] = precision


def get_float32_matmul_precision():
    return _precision[0]


def _takes(kernel, tensor, *dtypes):
    """Refuses tensors of other element types as a kernel would."""
    if tensor.dtype not in dtypes:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{tensor.type().rpartition('.')[2].removesuffix('Tensor')}'")


_FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)


def set_warn_always(on):
    torch._C._set_warnings(on)


def is_warn_always_enabled():
    return torch._C._get_warnings()


def sym_int(a):
    if isinstance(a, torch.SymFloat):
        return a.__sym_int__()
    return a if isinstance(a, torch.SymInt) else int(a)


def sym_float(a):
    return a.__sym_float__() if isinstance(a, (torch.SymInt, torch.SymFloat)) else float(a)


def sym_max(a, b):
    if isinstance(a, (torch.SymInt, torch.SymFloat)):
        return a.__sym_max__(b)
    if isinstance(b, (torch.SymInt, torch.SymFloat)):
        return b.__sym_max__(a)
    return max(a, b)


def sym_min(a, b):
    if isinstance(a, (torch.SymInt, torch.SymFloat)):
        return a.__sym_min__(b)
    if isinstance(b, (torch.SymInt, torch.SymFloat)):
        return b.__sym_min__(a)
    return min(a, b)


def sym_not(a):
    return a.__sym_not__() if isinstance(a, torch.SymBool) else not a


def sym_sum(args):
    return sum(args)


def set_default_tensor_type(t):
    """The dtype of torch.DoubleTensor, or of its name, becomes the default one."""
    torch._C._warn_once("torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and torch.set_default_device() as alternatives.")
    if isinstance(t, str):
        owner, _, name = t.rpartition(".")
        if owner == "torch.cuda":
            raise TypeError(f"type {t} not available. Torch not compiled with CUDA enabled.")
        found = getattr(torch, name, None) if owner == "torch" else None
        if not isinstance(found, type(torch.FloatTensor)):
            raise ValueError(f"invalid type: '{t}'")
        t = found
    if not isinstance(t, type(torch.FloatTensor)):
        raise TypeError("invalid type object")
    if t.is_cuda:
        raise TypeError(f"type torch.cuda.{t.__name__} not available. Torch not compiled with CUDA enabled.")
    if not t.dtype.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    torch.set_default_dtype(t.dtype)


def _is_storage(obj):
    return isinstance(obj, (torch.UntypedStorage, torch.storage.TypedStorage))


def _element_size(dtype):
    """Bytes of an element."""
    if not isinstance(dtype, torch.dtype):
        raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
    return dtype.itemsize


def get_deterministic_debug_mode():
    if not _deterministic[0]:
        return 0
    return 1 if _deterministic[1] else 2


def _check_not_implemented(cond, message=None):
    _check_with(NotImplementedError, cond, message)


def _check_tensor_all(cond, message=None):
    _check_tensor_all_with(RuntimeError, cond, message)


def _check_tensor_all_with(error_type, cond, message=None):
    if not torch.is_tensor(cond):
        raise TypeError(f"cond must be a tensor, but got {type(cond)}")
    if cond.dtype != torch.bool:
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {cond.dtype}")
    if torch.compiler.is_compiling():
        _check(cond._is_all_true().item(), message)  # which the graph checks when it runs
    else:
        _check_with(error_type, cond.all().item(), message)


def sym_ite(b, t, f):
    if not isinstance(b, (torch.SymBool, bool)):
        raise AssertionError(f"expected SymBool or bool, got {type(b)}")
    if type(t) is not type(f):
        raise AssertionError(f"type mismatch: {type(t)} vs {type(f)}")
    return b.__sym_ite__(t, f) if isinstance(b, torch.SymBool) else t if b else f


def _symbolic(name):
    def call(a):
        import math
        if isinstance(a, (torch.SymInt, torch.SymFloat)):
            return getattr(a, f"__sym_{name}__")()
        return getattr(math, name)(a)

    call.__name__ = call.__qualname__ = "_sym_" + name
    return call


_sym_sqrt, _sym_cos, _sym_cosh, _sym_sin, _sym_sinh, _sym_tan = map(_symbolic, ("sqrt", "cos", "cosh", "sin", "sinh", "tan"))
_sym_tanh, _sym_asin, _sym_acos, _sym_atan, _sym_log2 = map(_symbolic, ("tanh", "asin", "acos", "atan", "log2"))
sym_sqrt = _sym_sqrt


def _flatten_dense_tensors(tensors):
    """One tensor of one dimension that holds the elements of all."""
    return torch.cat([t.contiguous().view(-1) for t in tensors]) if len(tensors) != 1 else tensors[0].contiguous().view(-1)


def _unflatten_dense_tensors(flat, tensors):
    out, at = [], 0
    for t in tensors:
        out.append(flat.narrow(0, at, t.numel()).view_as(t))
        at += t.numel()
    return tuple(out)


def _take_tensors(tensors, size_limit):
    """Groups of tensors of one type whose bytes together stay below a limit."""
    groups = {}
    for t in tensors:
        key = t.type()
        group, total = groups.get(key, ([], 0))
        size = t.numel() * t.element_size()
        if group and total + size > size_limit:
            yield group
            group, total = [], 0
        group.append(t)
        groups[key] = (group, total + size)
    for group, _ in groups.values():
        if group:
            yield group


def _reorder_tensors_as(tensors, ordered_tensors):
    waiting = {}
    for t in tensors:
        waiting.setdefault(t.type(), []).append(t)
    queues = {key: iter(values) for key, values in waiting.items()}
    return tuple(next(queues[t.type()]) for t in ordered_tensors)


def _rebuild_tensor(storage, storage_offset, size, stride):
    return torch._C._storage_to_tensor(storage._untyped_storage, storage.dtype, size, stride, storage_offset)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    tensor = _rebuild_tensor(storage, storage_offset, size, stride)
    tensor.requires_grad = requires_grad
    if metadata:
        if metadata.get("conj"):
            tensor = tensor.conj()
        if metadata.get("neg"):
            tensor = torch._neg_view(tensor) if hasattr(torch, "_neg_view") else tensor.neg()
    return tensor


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    untyped = storage if isinstance(storage, torch.UntypedStorage) else storage._untyped_storage
    tensor = torch._C._storage_to_tensor(untyped, dtype, size, stride, storage_offset)
    tensor.requires_grad = requires_grad
    return tensor


def _rebuild_nested_tensor(buffer, sizes, strides, storage_offsets):
    """A nested tensor of the strided layout, whose parts lie in a buffer."""
    from torch.nested._internal.strided import from_list

    return from_list([buffer.as_strided(size, step, start) for size, step, start in zip(sizes.tolist(), strides.tolist(), storage_offsets.tolist())])


def _rebuild_sparse_tensor(layout, data, check_invariants=None):
    if layout is torch.sparse_coo:
        indices, values, size, *coalesced = data
        return torch.sparse_coo_tensor(indices, values, size, check_invariants=check_invariants, is_coalesced=coalesced[0] if coalesced else None)
    compressed, plain, values, size = data
    return torch.sparse_compressed_tensor(compressed, plain, values, size, layout=layout, check_invariants=check_invariants)


def _rebuild_qtensor(storage, storage_offset, size, stride, quantizer_params, requires_grad, backward_hooks):
    from torch._quantized.functions import rebuilt

    return rebuilt(storage, storage_offset, size, stride, quantizer_params)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    return torch.nn.Parameter(data, requires_grad)


def _rebuild_buffer(data, requires_grad, persistent):
    return torch.nn.Buffer(data, persistent=persistent)


def _set_obj_state(obj, state):
    if isinstance(state, tuple):
        if len(state) != 2:
            raise RuntimeError(f"Invalid serialized state: {state}")
        state, slots = state
        for k, v in (slots or {}).items():
            setattr(obj, k, v)
    for k, v in (state or {}).items():
        setattr(obj, k, v)
    return obj


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    return _set_obj_state(torch.nn.Parameter(data, requires_grad), state)


def _rebuild_from_type_v2(func, new_type, args, state):
    made = func(*args)
    if type(made) is not new_type:
        made = made.as_subclass(new_type)
    if "__setstate__" in vars(new_type):
        made.__setstate__(state)
        return made
    return _set_obj_state(made, state)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    return torch.empty_strided(size, stride, dtype=dtype, device="meta", requires_grad=requires_grad)


def _rebuild_wrapper_subclass(cls, dtype, size, stride, storage_offset, layout, device, requires_grad):
    return torch.Tensor._make_wrapper_subclass(cls, size, strides=stride, dtype=dtype, storage_offset=storage_offset, layout=layout, device=device,
                                               requires_grad=requires_grad)


def _rebuild_device_tensor_from_numpy(data, dtype, device, requires_grad):
    tensor = torch.from_numpy(data).to(dtype=dtype, device=device)
    tensor.requires_grad = requires_grad
    return tensor


def _get_device_index(device, optional=False, allow_cpu=False):
    if isinstance(device, int):
        return device
    index = torch.device(device).index if device is not None else None
    return -1 if index is None else index


def _get_all_device_indices():
    return []


_get_available_device_type = lambda: None


def _handle_complex(tensor):
    return torch.view_as_real(tensor) if not isinstance(tensor, torch.nn.UninitializedParameter) and tensor.is_complex() else tensor


def _import_dotted_name(name):
    first, *rest = name.split(".")
    obj = __import__(first)
    for part in rest:
        obj = getattr(obj, part)
    return obj


def render_call(fn, args, kwargs):
    """A call as text, in which tensors have their sizes in the place of their elements."""
    name = torch.overrides.resolve_name(fn) or str(fn)
    with torch._tensor_str.printoptions(threshold=0, edgeitems=0):
        return f"{name}({', '.join([*map(repr, args), *(f'{k}={v!r}' for k, v in kwargs.items())])})"


def try_import(module_name):
    """A module, or None if there is none of the name."""
    import importlib.util
    import sys

    if (found := sys.modules.get(module_name)) is not None:
        return found
    return importlib.import_module(module_name) if importlib.util.find_spec(module_name) is not None else None


class KeyErrorMessage(str):
    """A message that is shown as it is."""

    def __repr__(self):
        return str(self)


class ExceptionWrapper:
    """An exception on its way from a worker: its type, and its traceback as text."""

    def __init__(self, exc_info=None, where="in background"):
        import sys
        import traceback

        kind, value, frames = sys.exc_info() if exc_info is None else exc_info
        self.exc_type, self.where = kind, where
        self.exc_msg = "".join(traceback.format_exception(kind, value, frames))

    def reraise(self):
        text = f"Caught {self.exc_type.__name__} {self.where}.\nOriginal {self.exc_msg}"
        if getattr(self.exc_type, "message", None) and self.exc_type is not KeyError:
            raise self.exc_type(message=text)
        try:
            again = self.exc_type(KeyErrorMessage(text) if self.exc_type is KeyError else text)
        except Exception:  # its constructor takes other arguments
            again = RuntimeError(text)
        raise again from None


def classproperty(func):
    class _Property:
        def __get__(self, instance, owner):
            return func(owner)

    return _Property()


class _ClassPropertyDescriptor:
    def __init__(self, fget, fset=None):
        self.fget = fget

    def __get__(self, instance, owner=None):
        return self.fget.__get__(instance, owner or type(instance))()


def is_compiling():
    return torch.compiler.is_compiling()


class CallbackRegistry:
    """Functions that are told of something."""

    def __init__(self, name):
        self.name, self.callback_list = name, []

    def add_callback(self, cb):
        self.callback_list.append(cb)

    def fire_callbacks(self, *args, **kwargs):
        for cb in self.callback_list:
            try:
                cb(*args, **kwargs)
            except Exception:
                logging.getLogger("torch").exception("Exception in callback for %s registered with gpu trace", self.name)


def _overridable(f):
    """f, which __torch_function__ of its arguments, and of what is in lists among them, may answer."""

    @functools.wraps(f)
    def call(*args, **kwargs):
        given = [x for a in (*args, *kwargs.values()) for x in (a if isinstance(a, (list, tuple)) else (a,))]
        if torch.overrides.has_torch_function(given):
            return torch.overrides.handle_torch_function(call, given, *args, **kwargs)
        return f(*args, **kwargs)

    return call


def _linked(device):
    """The device that is named, which must be one that there are tensors on; None for none."""
    if device is None:
        return None
    made = torch.device(device)
    if made.type not in ("cpu", "meta"):
        raise RuntimeError(f"PyTorch is not linked with support for {made.type} devices")
    return made
