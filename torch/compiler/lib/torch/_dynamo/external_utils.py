"""Frames through which callables without a frame of their own are compiled."""


def wrap_inline(fn):
    """A Python frame around a callable of the library, so that there is something to compile."""

    def inner(*args, **kwargs):
        return fn(*args, **kwargs)

    return inner


def _nothing():
    yield


_ended_generator = _nothing()
_ended_generator.close()
