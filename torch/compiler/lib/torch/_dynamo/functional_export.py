"""The graph that Dynamo captures of a function, as a module that is called as the function is."""

import torch

from .eval_frame import export

__all__ = ["dynamo_graph_capture_for_export"]


def _dynamo_graph_capture_for_export(mod, *, constraints=None, dynamic_shapes=None):
    """A function of the arguments that gives the GraphModule of a call with them."""

    def inner(*args, **kwargs):
        return export(mod, dynamic_shapes=dynamic_shapes, assume_static_by_default=True)(*args, **kwargs).graph_module

    return inner


def dynamo_graph_capture_for_export(fn, constraints=None):
    """A function of the arguments that gives the GraphModule of a call with them, which keeps the attributes of a module."""

    def inner(*args, **kwargs):
        gm = _dynamo_graph_capture_for_export(fn, constraints=constraints)(*args, **kwargs)
        if isinstance(fn, torch.nn.Module):
            gm.training = fn.training
        return gm

    return inner
