"""NVIDIA's library of neural network primitives."""

import contextlib as _contextlib

enabled = True
benchmark = deterministic = False
allow_tf32 = True
benchmark_limit = None


def is_available():
    return False


def version():
    return None


@_contextlib.contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
    """Sets all of the settings within a with statement."""
    settings = globals()
    wanted = {"enabled": enabled, "benchmark": benchmark, "deterministic": deterministic, "allow_tf32": allow_tf32}
    before = {name: settings[name] for name in wanted}
    settings.update(wanted)
    try:
        yield
    finally:
        settings.update(before)
