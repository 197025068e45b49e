"""Whether what an operator says of its results without data is so."""

import torch


def is_builtin(op):
    return op.namespace in ("aten", "prims", "prim")


def fake_check(op, args, kwargs):
    """Runs an operator on tensors with and without data, and compares what is known of the results."""
    from torch._subclasses import CrossRefFakeMode

    with CrossRefFakeMode(ignore_op_fn=is_builtin):
        op(*args, **kwargs)
