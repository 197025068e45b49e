"""Graphs compiled by themselves, without a function around them."""

import torch


class CompiledArtifact:
    """A compiled graph: called with the inputs of the graph it gives a list of the results."""

    def __init__(self, compiled):
        self._compiled = compiled

    def __call__(self, *args):
        return list(self._compiled(*args))

    def save(self, *, path, format="binary"):
        raise NotImplementedError("CompiledArtifact.save: magneto writes no compiled graphs to files")

    @classmethod
    def load(cls, *, path, format="binary"):
        raise NotImplementedError("CompiledArtifact.load: magneto writes no compiled graphs to files")


class CacheCompiledArtifact(CompiledArtifact):
    pass


class AOTCompiledArtifact(CompiledArtifact):
    """What aot=True asks for."""


def _static(x):
    return all(type(n) is int for n in x.shape) if isinstance(x, torch.Tensor) else not isinstance(x, (torch.SymInt, torch.SymFloat, torch.SymBool))


def compile_graph(gm, example_inputs):
    """A graph of operators by the native compiler; operator by operator where sizes vary, since what is captured a second time has none that do."""
    from torch._C._dynamo import eval_frame as _c

    return _c.compile_captured("inductor", gm, list(example_inputs)) if all(map(_static, example_inputs)) else gm.forward


def standalone_compile(gm, example_inputs, *, dynamic_shapes, options, aot=False, donate_graph_module=False):
    from . import config

    with config.patch(dict(options or {})):
        compiled = compile_graph(gm, example_inputs)
    return (AOTCompiledArtifact if aot else CacheCompiledArtifact)(compiled)
