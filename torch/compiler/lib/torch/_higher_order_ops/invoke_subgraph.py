"""Regions that are compiled once and called wherever they occur."""

import functools


def mark_compile_region(fn=None, options=None, **kwargs):
    """Calls of fn in compiled code are calls of one shared subgraph."""
    if fn is None:
        return lambda f: mark_compile_region(f, options)

    @functools.wraps(fn)
    def region(*args, **kwargs):
        return fn(*args, **kwargs)

    region.__marked_compile_region_fn__ = fn
    return region


nested_compile_region = mark_compile_region


from torch._higher_order_ops._run import invoke_subgraph  # noqa: E402, F401
