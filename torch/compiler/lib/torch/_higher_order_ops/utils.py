"""Helpers of the operators."""

import contextlib


@contextlib.contextmanager
def setup_compilation_env():
    yield "eager"


def autograd_not_implemented(op, deferred_error=True):
    def backward(*args, **kwargs):
        raise RuntimeError(f"Autograd not implemented for {op}")

    return backward


def unique_graph_name_with_root(tx, prefix):
    for i in range(1000):
        name = f"{prefix}_{i}"
        if not hasattr(tx, name):
            return i, name
    return None, None
