"""Runs what a trace of primitives has recorded."""
import functools

from torch.fx import GraphModule, wrap


def execute(gm, *args, executor="aten", executor_parameters=None):
    if executor != "aten":
        raise ValueError(f"Received unexpected value for 'executor': {executor}. Allowed values are: aten.")
    return gm.forward(*args)


def make_traced(fn):
    """The function as a graph that is recorded for each call."""
    @functools.wraps(fn)
    def traced(*args, executor="aten", **kwargs):
        from torch.fx.experimental.proxy_tensor import make_fx

        graph = make_fx(lambda *values: fn(*values, **kwargs))(*args)
        return execute(graph, *args, executor=executor)

    return traced
