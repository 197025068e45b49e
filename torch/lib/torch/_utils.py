"""Small functions of the torch module."""
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
        return "Expected cond to be True, but got False."
    return str(message())


def _check(cond, message=None):
    if not cond:
        raise RuntimeError(_message(message))


def _check_with(error, cond, message=None):
    if not cond:
        raise error(_message(message))


def _check_is_size(i, message=None, *, max=None):
    _check(i >= 0, message)


def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


_deterministic = [False, False]


def use_deterministic_algorithms(mode, *, warn_only=False):
    _deterministic[:] = [bool(mode), warn_only]


def are_deterministic_algorithms_enabled():
    return _deterministic[0]


def is_deterministic_algorithms_warn_only_enabled():
    return _deterministic[1]


def set_deterministic_debug_mode(mode):
    _deterministic[0] = mode not in (0, "default")


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
    _precision[0] = precision


def get_float32_matmul_precision():
    return _precision[0]


_warn = [False]


def set_warn_always(on):
    _warn[0] = on


def is_warn_always_enabled():
    return _warn[0]


def sym_int(a):
    return a if isinstance(a, torch.SymInt) else int(a)


def sym_float(a):
    return float(a)


def sym_max(a, b):
    if isinstance(a, torch.SymInt):
        return a.__sym_max__(b)
    if isinstance(b, torch.SymInt):
        return b.__sym_max__(a)
    return max(a, b)


def sym_min(a, b):
    if isinstance(a, torch.SymInt):
        return a.__sym_min__(b)
    if isinstance(b, torch.SymInt):
        return b.__sym_min__(a)
    return min(a, b)


def sym_not(a):
    return not a


def sym_sum(args):
    return sum(args)


def set_default_tensor_type(t):
    """The dtype of torch.DoubleTensor, or of its name, becomes the default one."""
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


def is_compiling():
    return torch.compiler.is_compiling()
