"""Functions of the library that are never compiled."""

import functools
import sys


def _disable_dynamo(fn=None, recursive=True):
    """Decorate a function so that compiled code leaves it, and with ``recursive`` what it calls, to the virtual machine."""
    if fn is None:
        return functools.partial(_disable_dynamo, recursive=recursive)

    @functools.wraps(fn)
    def inner(*args, **kwargs):
        disabled = fn.__dict__.get("__dynamo_disable")
        if disabled is None:
            dynamo = sys.modules.get("torch._dynamo")
            if dynamo is None:  # nothing is compiled yet
                return fn(*args, **kwargs)
            disabled = fn.__dynamo_disable = dynamo.disable(fn, recursive, wrapping=False)
        return disabled(*args, **kwargs)

    return inner


class _uncompiled:
    """What is called inside is left to the virtual machine."""

    def __enter__(self):
        self.frames = sys.modules.get("torch._C._dynamo.eval_frame")
        if self.frames is not None:
            self.hook = self.frames.set_eval_frame(None)

    def __exit__(self, *exc):
        if self.frames is not None:
            self.frames.set_eval_frame(self.hook)
