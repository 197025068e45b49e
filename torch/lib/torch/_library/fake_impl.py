"""What a fake implementation may ask for while it runs."""
import contextlib

from torch import _C

_running = []


class FakeImplCtx:
    """Makes the sizes that depend on values."""

    def __init__(self, op=None):
        self._op = op

    def new_dynamic_size(self, *, min=0, max=None):
        """A size that is only known when the operator runs."""
        return _C._new_dynamic_size()

    def create_unbacked_symint(self, *, min=2, max=None):
        return self.new_dynamic_size(min=min, max=max)


@contextlib.contextmanager
def running(op):
    _running.append(FakeImplCtx(op))
    try:
        yield
    finally:
        _running.pop()


def current():
    """The context of the fake implementation that runs, None outside of one."""
    return _running[-1] if _running else None
