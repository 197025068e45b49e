"""Switches for recording operations."""

import torch
from torch import _C
from torch.utils._contextlib import _DecoratorContextManager, _NoParamDecoratorContextManager, _wrapped


class no_grad(_NoParamDecoratorContextManager):
    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        _C._set_grad_enabled(False)

    def __exit__(self, exc_type, exc_value, traceback):
        _C._set_grad_enabled(self.prev)

    def __call__(self, fn):
        return _wrapped(type(self), (), fn)

    def clone(self):
        return type(self)()


class enable_grad(_NoParamDecoratorContextManager):
    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        _C._set_grad_enabled(True)

    def __exit__(self, exc_type, exc_value, traceback):
        _C._set_grad_enabled(self.prev)

    def __call__(self, fn):
        return _wrapped(type(self), (), fn)

    def clone(self):
        return type(self)()


class set_grad_enabled(_DecoratorContextManager):
    def __init__(self, mode):
        self.prev = torch.is_grad_enabled()
        self.mode = mode
        _C._set_grad_enabled(mode)

    def __call__(self, fn):
        _C._set_grad_enabled(self.prev)
        return super().__call__(fn)

    def __enter__(self):
        _C._set_grad_enabled(self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        _C._set_grad_enabled(self.prev)

    def clone(self):
        return type(self)(self.mode)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"


class inference_mode(_DecoratorContextManager):
    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return object.__new__(cls)
        return cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode
        self.prev = (False, True, True)

    def __enter__(self):
        self.prev = (_C._set_inference_mode(self.mode), torch.is_grad_enabled(), _C._is_fwd_grad_enabled())
        _C._set_grad_enabled(not self.mode)
        _C._set_fwd_grad_enabled(not self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        _C._set_fwd_grad_enabled(self.prev[2])
        _C._set_grad_enabled(self.prev[1])  # while the mode is on, as it was switched off
        _C._set_inference_mode(self.prev[0])

    def __call__(self, fn):
        return _wrapped(type(self), (self.mode,), fn)

    def clone(self):
        return type(self)(self.mode)


class _force_original_view_tracking(_DecoratorContextManager):
    """Views of views are tracked as they are made, as they always are; the setting is kept."""

    def __init__(self, mode):
        self.prev = _C._is_view_replay_enabled()
        _C._set_view_replay_enabled(mode)
        self.mode = mode

    def __enter__(self):
        _C._set_view_replay_enabled(self.mode)

    def __exit__(self, *exc_info):
        _C._set_view_replay_enabled(self.prev)

    def clone(self):
        return type(self)(self.mode)


def _enter_inference_mode(mode):
    """Enters inference mode where a graph does; _exit_inference_mode takes what it gives."""
    entered = inference_mode(mode)
    entered.__enter__()
    return entered


def _exit_inference_mode(mode):
    mode.__exit__(None, None, None)


class set_multithreading_enabled(_DecoratorContextManager):
    """Whether backward passes may use several threads; they never do here."""

    def __init__(self, mode):
        global _multithreading
        self.prev, self.mode = _multithreading, mode
        _multithreading = mode

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        global _multithreading
        _multithreading = self.prev

    def clone(self):
        return type(self)(self.mode)


_multithreading = True


class _unsafe_preserve_version_counter(_DecoratorContextManager):
    """Writes to tensors inside of the block are not counted."""

    def __init__(self, tensors):
        self.tensors = (tensors,) if isinstance(tensors, torch.Tensor) else tensors
        assert isinstance(self.tensors, tuple), "Expected tensors to be a tuple"
        self.prev_versions = tuple(t._version for t in self.tensors)

    def __enter__(self):
        pass

    def __exit__(self, *exc_info):
        for tensor, version in zip(self.tensors, self.prev_versions):
            _C._autograd._unsafe_set_version_counter((tensor,), (version,))


class enforce_grad_layout_policy(_DecoratorContextManager):
    """Whether gradients of leaves lie in memory as the leaves do, also where another tensor could be taken as it is."""

    def __init__(self, enable=True):
        self.enable = enable
        self.prev = torch._C._set_grad_layout_policy(enable)

    def __enter__(self):
        torch._C._set_grad_layout_policy(self.enable)

    def __exit__(self, *exc):
        torch._C._set_grad_layout_policy(self.prev)

    def __call__(self, function):
        torch._C._set_grad_layout_policy(self.prev)
        return super().__call__(function)

    def clone(self):
        return type(self)(self.enable)
