"""Modes that see the operators that reach the kernels."""
import contextlib
import re

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


def return_and_correct_aliasing(func, args, kwargs, out):
    """What a handler of operators gives back: where the operator writes into an argument, that argument itself."""
    schema = getattr(func, "_schema", None)
    if schema is None:
        return out
    kwargs = kwargs or {}
    changed = set(re.findall(r"!\)(?:\[\])? (\w+)", str(schema)))
    written = [kwargs[arg.name] if arg.name in kwargs else args[i] if i < len(args) else None
               for i, arg in enumerate(schema.arguments) if arg.name in changed]
    if not written or not schema.returns:
        return out
    if isinstance(out, (tuple, list)):
        return type(out)(written) if len(written) == len(out) else out
    return written[0]


def transform_subclass(t, callback, outer_size=None, outer_stride=None):
    """A wrapper made anew of what callback(name, inner) gives for its inner tensors."""
    outer_size = outer_size if outer_size is not None else t.size()
    outer_stride = outer_stride if outer_stride is not None else t.stride()
    names, context = t.__tensor_flatten__()
    inner = {name: callback(name, getattr(t, name)) for name in names}
    return type(t).__tensor_unflatten__(inner, context, outer_size, outer_stride)


def _get_current_dispatch_mode():
    n = _C._len_torch_dispatch_stack()
    return _C._get_dispatch_stack_at(n - 1) if n > 0 else None


def is_in_torch_dispatch_mode(include_infra_modes=True):
    return _C._len_torch_dispatch_stack() > 0
