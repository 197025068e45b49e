"""Names of the profiler. There is none: what is recorded is empty."""

import contextlib
import enum


class ProfilerActivity(enum.Enum):
    CPU = 0
    XPU = 1
    MTIA = 2
    CUDA = 3


class ProfilerAction(enum.Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


class record_function(contextlib.ContextDecorator):
    """A name for a stretch of a program."""

    def __init__(self, name, args=None):
        self.name = name
        self.args = args

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        return None


class profile:
    def __init__(self, *args, **kwargs):
        raise NotImplementedError("torch.profiler.profile: magneto has no profiler")


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    def of(step):
        step -= skip_first
        if step < 0:
            return ProfilerAction.NONE
        cycle = wait + warmup + active
        if repeat and step // cycle >= repeat:
            return ProfilerAction.NONE
        at = step % cycle
        if at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if at < cycle - 1 else ProfilerAction.RECORD_AND_SAVE

    return of
