"""Calls that run when they are waited for, from Python."""

__all__ = ["_awaitable", "_awaitable_nowait", "_awaitable_wait"]

_NOT_YET = object()


class _Await:
    """A call that has not run, or what it gave."""

    def __init__(self, fn, args, value=_NOT_YET):
        self._fn, self._args, self._value = fn, args, value

    def wait(self):
        if self._value is _NOT_YET:
            self._value = self._fn(*self._args)
        return self._value

    def is_nowait(self):
        return self._fn is None

    def fn(self):
        return self._fn

    def args(self):
        return self._args

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.wait(), name)


def _awaitable(func, *args, **kwargs):
    """A call of func that runs when it is waited for."""
    if kwargs:
        raise TypeError("keyword arguments of awaitable calls are not supported")
    return _Await(func, args)


def _awaitable_wait(aw):
    """What an awaitable call gives; it runs once."""
    return aw.wait()


def _awaitable_nowait(o):
    """An awaitable that has its value."""
    return _Await(None, (), o)
