"""Calls that run when they are waited for, from Python."""

from typing import Generic, TypeVar

from torch._C import _script

__all__ = ["_awaitable", "_awaitable_nowait", "_awaitable_wait"]

W = TypeVar("W")
_NOT_YET = object()


class _Await(Generic[W]):
    """What annotations call a call that runs when it is waited for."""

    __module__ = "torch.jit"


class _AwaitObject:
    """A call that has not run, or what it gave."""

    __module__, __qualname__ = "torch._C", "_Await"

    def __init__(self, fn, args, value=_NOT_YET):
        self._fn, self._args, self._value = fn, args, value

    def wait(self):
        if self._value is _NOT_YET:
            self._value = self._fn(*self._args)
        return self._value

    def is_nowait(self):
        return self._fn is None

    def fn(self):
        if self._fn is None:
            raise RuntimeError("Await constructed as awaitable_nowait does not have fn")
        return self._fn

    def args(self):
        return self._args

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.wait(), name)


_AwaitObject.__name__ = "_Await"


def _awaitable(func, *args, **kwargs):
    """A call of func that runs when it is waited for."""
    if kwargs:
        raise TypeError("keyword arguments of awaitable calls are not supported")
    return _AwaitObject(func, args)


def _awaitable_wait(aw):
    """What an awaitable call gives; it runs once."""
    if not isinstance(aw, _AwaitObject):
        raise TypeError(f"_awaitable_wait(): incompatible function arguments. The following argument types are supported:\n    1. (arg0: torch._C._Await) -> object\n\nInvoked with: {aw!r}")
    return aw.wait()


def _awaitable_nowait(o):
    """An awaitable that has its value."""
    return _AwaitObject(None, (o,), o)


def _of_script(future):
    """An awaitable that a script has made."""
    return _AwaitObject(_script.wait, (future,))
