"""Frames through which callables without a frame of their own are compiled."""

import functools

import torch


def wrap_inline(fn):
    """A Python frame around a callable of the library, so that there is something to compile."""

    def inner(*args, **kwargs):
        return fn(*args, **kwargs)

    return inner


def _decorated(manager, args, fn):
    """fn decorated by a context manager of torch that is made anew for each call."""

    @functools.wraps(fn)
    def inner(*positional, **keywords):
        with manager(*args):
            return fn(*positional, **keywords)

    return inner


def is_compiling():
    """True while tracing."""
    return torch.compiler.is_compiling()


def _nothing():
    yield


_ended_generator = _nothing()
_ended_generator.close()
