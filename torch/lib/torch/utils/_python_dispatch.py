"""Modes that see the operators that reach the kernels."""
import contextlib

from torch import _C


class TorchDispatchMode:
    """Sees every operator below autograd: what it calls goes to the layers below."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _C._push_dispatch_mode(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _C._pop_dispatch_mode()

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)

    @classmethod
    def is_infra_mode(cls):
        """Whether the mode is a part of the machinery, under which code is compiled all the same."""
        return False

    @classmethod
    def ignore_compile_internals(cls):
        """Whether the mode is left out of what compilers do inside."""
        return False


class BaseTorchDispatchMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


@contextlib.contextmanager
def _disable_current_modes():
    """The modes that are active, taken off for the time of the context."""
    modes = [_C._pop_dispatch_mode() for _ in range(_C._len_torch_dispatch_stack())]
    try:
        yield modes
    finally:
        for mode in reversed(modes):
            _C._push_dispatch_mode(mode)


def is_traceable_wrapper_subclass(t):
    return hasattr(t, "__tensor_flatten__") and hasattr(t, "__tensor_unflatten__")


def _get_current_dispatch_mode():
    modes = _get_current_dispatch_mode_stack()
    return modes[-1] if modes else None


def _get_current_dispatch_mode_stack():
    """The active modes, the outermost first."""
    with _disable_current_modes() as modes:
        return list(reversed(modes))


def _push_mode(mode):
    _C._push_dispatch_mode(mode)


def _pop_mode(k=None):
    return _C._pop_dispatch_mode()


def is_in_torch_dispatch_mode(include_infra_modes=True):
    """Whether a mode is active, those that are parts of the machinery left aside if one likes."""
    return any(include_infra_modes or not mode.is_infra_mode() for mode in _get_current_dispatch_mode_stack())


def is_in_any_mode_without_ignore_compile_internals():
    """Whether a mode is active that does not ask to be left out of what compilers do inside."""
    return any(not mode.ignore_compile_internals() for mode in _get_current_dispatch_mode_stack())


@contextlib.contextmanager
def _pop_mode_temporarily(k=None):
    mode = _C._pop_dispatch_mode()
    try:
        yield mode
    finally:
        _C._push_dispatch_mode(mode)


def is_traceable_wrapper_subclass_type(t):
    return hasattr(t, "__tensor_flatten__") and hasattr(t, "__tensor_unflatten__")


def transform_subclass(t, callback, outer_size=None, outer_stride=None):
    """A wrapper like t of what callback(name, inner tensor) gives."""
    size = outer_size if outer_size is not None else t.size()
    stride = outer_stride if outer_stride is not None else t.stride()
    names, context = t.__tensor_flatten__()
    made = type(t).__tensor_unflatten__({n: callback(n, getattr(t, n)) for n in names}, context, size, stride)
    assert made.shape == size, f"Expected return value from {type(t)}__tensor_unflatten__() to have shape equal to {size}, but got: {made.shape}"
    assert made.stride() == stride, f"Expected return value from {type(t)}__tensor_unflatten__() to have stride equal to {stride}, but got: {made.stride()}"
    assert made.storage_offset() == t.storage_offset()
    return made


def _share_storages(schema, args, kwargs, out):
    import torch

    shown = {}
    for i, a in enumerate(schema.arguments):
        if a.alias_info is not None and not a.alias_info.is_write:
            value = args[i] if i < len(args) else kwargs.get(a.name)
            if isinstance(value, torch.Tensor):
                shown.update(dict.fromkeys(a.alias_info.before_set, value))
    if not shown:
        return
    results = (out,) if len(schema.returns) == 1 else out if isinstance(out, (list, tuple)) else ()
    for r, value in zip(schema.returns, results):
        base = next((shown[name] for name in (r.alias_info.before_set if r.alias_info is not None else ()) if name in shown), None)
        for x in value if isinstance(value, (list, tuple)) else (value,):
            if base is not None and isinstance(x, torch.Tensor):
                torch._C._lie_in(x, base)


def return_and_correct_aliasing(func, args, kwargs, out):
    """What a wrapper's __torch_dispatch__ returns: operators that change an argument return that argument, and views lie in the storage of what they show."""
    schema = func._schema
    _share_storages(schema, args, kwargs, out)
    written = [i for i, a in enumerate(schema.arguments) if getattr(a, "alias_info", None) is not None and a.alias_info.is_write]
    if not written:
        return out

    def argument(i):
        return args[i] if i < len(args) else kwargs[schema.arguments[i].name]

    if len(schema.returns) == 1:
        info = schema.returns[0].alias_info
        return argument(written[0]) if info is not None and info.is_write else out
    if schema.returns and all(r.alias_info is not None and r.alias_info.is_write for r in schema.returns):
        return type(out)(argument(i) for i in written)
    return out
