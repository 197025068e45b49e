"""torch.jit.trace: the operators of one run as a graph."""
import torch


class TracerWarning(Warning):
    pass


class ONNXTracerWarning(TracerWarning):
    pass


class TracingCheckError(Exception):
    pass


class TracedModule:
    pass


class TopLevelTracedModule:
    pass


def is_tracing():
    from torch.jit._script import is_tracing
    return is_tracing()


def trace(func, *args, **kwargs):
    raise NotImplementedError("torch.jit.trace: magneto does not trace into TorchScript yet")


def trace_module(mod, inputs, **kwargs):
    raise NotImplementedError("torch.jit.trace_module: magneto does not trace into TorchScript yet")


def _get_trace_graph(*args, **kwargs):
    raise NotImplementedError("torch.jit._get_trace_graph: magneto does not trace into TorchScript yet")
