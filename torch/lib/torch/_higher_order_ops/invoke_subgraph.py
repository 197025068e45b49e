"""Regions that are compiled once and called from several places."""
import functools
from torch._higher_order_ops.operators import operators

invoke_subgraph = operators["invoke_subgraph"]


def mark_compile_region(fn=None):
    if fn is None:
        return mark_compile_region

    @functools.wraps(fn)
    def region(*args, **kwargs):
        return fn(*args, **kwargs)

    region._magneto_region = fn
    return region
