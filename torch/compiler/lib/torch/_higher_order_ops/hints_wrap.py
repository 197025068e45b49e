"""A function with hints for the compiler."""

import torch
from torch._higher_order import graph_operator
from torch._higher_order_ops.utils import flat, is_graph


@graph_operator("HintsWrapper", "hints_wrap")
def hints_wrapper(body_fn, args=(), kwargs=None, hints=None):
    if is_graph(body_fn):
        return flat(body_fn(*args, **(kwargs or {})))
    if not isinstance(args, tuple):
        raise RuntimeError(f"args must be a tuple, got {type(args)}")
    if not all(isinstance(k, str) for k in hints):
        raise RuntimeError(f"hints must be a dict whose keys are strings, got {hints}")
    return body_fn(*args, **kwargs)
