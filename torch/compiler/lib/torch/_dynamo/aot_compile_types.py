"""Compiled graphs that can be written to a file."""

import abc
import pickle

import torch


class SerializableCallable(abc.ABC):
    """What a backend gives whose result is to be kept: it can be made again of the bytes that it is written as."""

    @classmethod
    @abc.abstractmethod
    def serialize_compile_artifacts(cls, fn):
        pass

    @classmethod
    @abc.abstractmethod
    def deserialize_compile_artifacts(cls, data):
        pass

    @abc.abstractmethod
    def __call__(self, *args, **kwargs):
        pass


class GraphModuleSerializableCallable(SerializableCallable):
    """A graph that runs node by node."""

    def __init__(self, graph_module):
        if not isinstance(graph_module, torch.fx.GraphModule):
            raise AssertionError(f"Expected torch.fx.GraphModule, got {type(graph_module)}")
        self.graph_module = graph_module

    @classmethod
    def serialize_compile_artifacts(cls, fn):
        return pickle.dumps(fn.graph_module)

    @classmethod
    def deserialize_compile_artifacts(cls, data):
        return cls(pickle.loads(data))

    def __call__(self, *args, **kwargs):
        return self.graph_module.forward(*args, **kwargs)


class BundledAOTAutogradSerializableCallable(SerializableCallable):
    """A graph that a backend has compiled. It is written as a graph; who reads it compiles it again where its sizes are known, and else runs it node by node."""

    def __init__(self, compiled_fn, graph_module=None, backend=None, examples=None):
        self.compiled_fn = compiled_fn
        self.graph_module = graph_module
        self.backend = backend
        self.examples = examples

    @classmethod
    def of(cls, compiled_fn, backend_input, backend):
        examples = None if _has_symbols(backend_input.graph_module) else [_described(x) for x in backend_input.example_inputs]
        return cls(compiled_fn, backend_input.graph_module, backend, examples)

    @classmethod
    def serialize_compile_artifacts(cls, fn):
        return pickle.dumps((fn.graph_module, fn.backend, fn.examples))

    @classmethod
    def deserialize_compile_artifacts(cls, data):
        graph_module, backend, examples = pickle.loads(data)
        compiled = graph_module.forward
        if backend is not None and examples is not None:
            from torch._dynamo.backends.registry import lookup_backend

            compiled = lookup_backend(backend)(graph_module, [_example(x) for x in examples])
        return cls(compiled, graph_module, backend, examples)

    def __call__(self, *args, **kwargs):
        return self.compiled_fn(*args, **kwargs)


def _has_symbols(graph_module):
    for node in graph_module.graph.find_nodes(op="placeholder"):
        value = node.meta.get("example_value")
        numbers = (*value.size(), *value.stride()) if isinstance(value, torch.Tensor) else (value,)
        if any(isinstance(n, torch.SymInt | torch.SymFloat | torch.SymBool) for n in numbers):
            return True
    return False


def _described(value):
    """A tensor as what an example like it is made of."""
    if not isinstance(value, torch.Tensor):
        return value
    return tuple(value.size()), tuple(value.stride()), value.dtype, value.requires_grad, isinstance(value, torch.nn.Parameter)


def _example(described):
    if not isinstance(described, tuple):
        return described
    size, stride, dtype, requires_grad, parameter = described
    x = torch.empty_strided(size, stride, dtype=dtype)
    return torch.nn.Parameter(x, requires_grad) if parameter else x.requires_grad_(requires_grad)
