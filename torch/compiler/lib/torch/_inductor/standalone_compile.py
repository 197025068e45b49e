"""Graphs compiled by themselves, without a function around them."""

import os

import torch
from torch._dynamo.aot_compile_types import BundledAOTAutogradSerializableCallable
from torch._dynamo.fullgraph import BackendInput


class CompiledArtifact:
    """A compiled graph: called with the inputs of the graph it gives a list of the results. It is written as the graph; who reads it compiles it again."""

    def __init__(self, compiled, graph_module=None, example_inputs=()):
        self._compiled_fn = compiled
        self._graph_module = graph_module
        self._example_inputs = example_inputs

    def __call__(self, *args):
        return list(self._compiled_fn(*args))

    def is_saveable(self):
        return self._graph_module is not None

    def save(self, *, path, format="binary"):
        """Writes a file (binary), or into a folder (unpacked)."""
        if format == "binary":
            if os.path.isdir(path):
                raise AssertionError(f"expected path to not be a dir: {path}")
            target = path
        else:
            _check_unpacked(format)
            os.makedirs(path, exist_ok=True)
            target = os.path.join(path, _ENTRY)
        written = f"{target}.{os.getpid()}.tmp"
        with open(written, "wb") as file:
            file.write(_HEADER + type(self).__name__.encode() + b"\n" + self._bytes())
        os.replace(written, target)

    def _bytes(self):
        made = BundledAOTAutogradSerializableCallable.of(self._compiled_fn, BackendInput(None, self._graph_module, list(self._example_inputs)), "inductor")
        return BundledAOTAutogradSerializableCallable.serialize_compile_artifacts(made)

    @classmethod
    def load(cls, *, path, format="binary"):
        if format != "binary":
            _check_unpacked(format)
            if not os.path.isdir(path):
                raise AssertionError(f"expected path to be a dir: {path}")
            path = os.path.join(path, _ENTRY)
        with open(path, "rb") as file:
            header, name, rest = file.readline(), file.readline().strip().decode(), file.read()
        if header != _HEADER or name not in _KINDS:
            raise AssertionError(f"{path} is no compiled artifact")
        return _KINDS[name](BundledAOTAutogradSerializableCallable.deserialize_compile_artifacts(rest))


class CacheCompiledArtifact(CompiledArtifact):
    """What aot=False asks for."""


class AOTCompiledArtifact(CompiledArtifact):
    """What aot=True asks for."""


_HEADER, _ENTRY = b"magneto artifact\n", "artifact"
_KINDS = {c.__name__: c for c in (CompiledArtifact, CacheCompiledArtifact, AOTCompiledArtifact)}


def _check_unpacked(format):
    if format != "unpacked":
        raise AssertionError(f"expected format == 'unpacked', got {format}")


def _static(x):
    return all(type(n) is int for n in x.shape) if isinstance(x, torch.Tensor) else not isinstance(x, (torch.SymInt, torch.SymFloat, torch.SymBool))


def compile_graph(gm, example_inputs):
    """A graph of operators by the native compiler; operator by operator where sizes vary, since what is captured a second time has none that do."""
    from torch._C._dynamo import eval_frame as _c

    return _c.compile_captured("inductor", gm, list(example_inputs)) if all(map(_static, example_inputs)) else gm.forward


def _checked(compiled, examples):
    """A compiled graph that takes inputs of the sizes and strides of the examples alone."""
    layouts = [(tuple(x.shape), x.stride()) if isinstance(x, torch.Tensor) else None for x in examples]

    def run(*args):
        for x, layout in zip(args, layouts):
            rows = zip(x.shape, layout[0], x.stride(), layout[1]) if layout is not None and isinstance(x, torch.Tensor) else ()
            wrong = [f"expected size {n}=={m}, stride {a}=={b} at dim={d}" for d, (n, m, a, b) in enumerate(rows) if n != m or n > 1 and a != b]
            if wrong:
                raise AssertionError("; ".join(wrong))
        return compiled(*args)

    return run


def standalone_compile(gm, example_inputs, *, dynamic_shapes, options, aot=False, donate_graph_module=False):
    from . import config

    with config.patch(dict(options or {})):
        compiled = compile_graph(gm, example_inputs)
    if dynamic_shapes == "from_example_inputs":
        compiled = _checked(compiled, example_inputs)
    return (AOTCompiledArtifact if aot else CacheCompiledArtifact)(compiled, gm, example_inputs)
