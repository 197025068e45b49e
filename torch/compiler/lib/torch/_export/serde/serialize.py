"""Exported programs as bytes: what an archive holds, in its parts."""

import copy
import dataclasses
import enum
import io
import json

import torch

from torch._export.serde import schema
from torch._export.serde.union import _Union

__all__ = [
    "ExportedProgramDeserializer", "ExportedProgramSerializer", "ExtensionHandler", "SerializeError", "SerializedArtifact", "canonicalize", "deserialize", "deserialize_scalar_type", "deserialize_torch_artifact", "register_extension",
    "serialize", "serialize_tensor_meta", "serialize_torch_artifact",
]


class SerializeError(RuntimeError):
    """A program that cannot be written, or bytes that are none."""


@dataclasses.dataclass
class SerializedArtifact:
    """A program in parts: the graph as JSON, and the others as torch.save writes them."""

    exported_program: bytes
    state_dict: bytes
    constants: bytes
    example_inputs: bytes


def _saved(value):
    buffer = io.BytesIO()
    torch.save(value, buffer)
    return buffer.getvalue()


def serialize(exported_program, opset_version=None, pickle_protocol=2):
    """The parts of a program."""
    from torch.export._archive import text_of

    return SerializedArtifact(text_of(exported_program).encode(), _saved(dict(exported_program.state_dict)), _saved(dict(exported_program.constants)), _saved(exported_program.example_inputs))


def deserialize(artifact, expected_opset_version=None, *, _unsafe_skip_version_check=False):
    """The program of parts."""
    from torch.export._archive import program_of

    def loaded(data):
        return torch.load(io.BytesIO(data), weights_only=False) if data else None

    return program_of(artifact.exported_program, loaded(artifact.state_dict) or {}, loaded(artifact.constants) or {}, loaded(artifact.example_inputs))


# Programs as values of the schema

@dataclasses.dataclass
class _SerializedProgram:
    """A program in parts: the graph as a value of the schema, and the others as torch.save writes them."""

    exported_program: schema.ExportedProgram
    state_dict: bytes
    constants: bytes
    example_inputs: bytes


def _dict_to_dataclass(cls, data):
    """A value of a class of the schema, or of a kind that one of its fields names, from plain values."""
    return _made(cls if isinstance(cls, str) else cls.__name__, data)


def _made(kind, data):
    if kind.endswith("?"):
        return None if data is None else _made(kind[:-1], data)
    if kind.startswith("list["):
        return [_made(kind[5:-1], item) for item in data]
    if kind.startswith("dict["):
        inner = kind[5:-1].split(",", 1)[1]
        return {key: _made(inner, item) for key, item in data.items()}
    cls = getattr(schema, kind, None)
    if cls is None:
        return float(data) if kind == "float" and isinstance(data, str) else data
    if issubclass(cls, enum.Enum):
        return cls(data)
    if issubclass(cls, _Union):
        (key, value), = data.items()
        return cls.create(**{key: _made(cls._kinds[key], value)})
    return cls(**{key: _made(cls._kinds[key], value) for key, value in data.items() if key in cls._kinds})


def _dataclass_to_dict(obj):
    """Plain values of a value of the schema."""
    if isinstance(obj, _Union):
        return {obj.type: _dataclass_to_dict(obj.value)}
    if dataclasses.is_dataclass(obj):
        return {f.name: _dataclass_to_dict(getattr(obj, f.name)) for f in dataclasses.fields(obj)}
    if isinstance(obj, enum.Enum):
        return obj.value
    if isinstance(obj, (list, tuple)):
        return [_dataclass_to_dict(x) for x in obj]
    if isinstance(obj, dict):
        return {key: _dataclass_to_dict(value) for key, value in obj.items()}
    if isinstance(obj, float) and (obj != obj or obj in (float("inf"), -float("inf"))):
        return {float("inf"): "Infinity", -float("inf"): "-Infinity"}.get(obj, "NaN")
    return obj


def _to_json_bytes(obj):
    return json.dumps(_dataclass_to_dict(obj), allow_nan=False).encode()


def _bytes_to_dataclass(cls, artifact_bytes):
    return _dict_to_dataclass(cls, json.loads(artifact_bytes))


def serialize_torch_artifact(artifact, pickle_protocol=2):
    """What torch.save writes; nothing for None."""
    return b"" if artifact is None else _saved(artifact)


def deserialize_torch_artifact(serialized):
    if isinstance(serialized, (dict, tuple)):
        return serialized
    return torch.load(io.BytesIO(serialized), weights_only=False) if serialized else {}


def deserialize_scalar_type(st):
    from torch.export._archive import _DTYPES

    return _DTYPES[int(st)]


def serialize_tensor_meta(t):
    from torch.export._archive import _meta

    return _dict_to_dataclass(schema.TensorMeta, _meta(t, t.requires_grad))


class ExportedProgramSerializer:
    """Makes values of the schema of programs."""

    def __init__(self, opset_version=None, pickle_protocol=2):
        self.opset_version = {"aten": 10, **(opset_version or {})}

    def serialize(self, exported_program):
        from torch.export._archive import text_of

        made = _dict_to_dataclass(schema.ExportedProgram, json.loads(text_of(exported_program)))
        made.opset_version = dict(self.opset_version)
        return _SerializedProgram(made, _saved(dict(exported_program.state_dict)), _saved(dict(exported_program.constants)), serialize_torch_artifact(exported_program.example_inputs))


class ExportedProgramDeserializer:
    """Makes programs of values of the schema."""

    def __init__(self, expected_opset_version=None):
        self.expected_opset_version = {"aten": 10, **(expected_opset_version or {})}

    def deserialize(self, exported_program, state_dict, constants, example_inputs=None, *, _unsafe_skip_version_check=False):
        from torch.export._archive import program_of

        version = exported_program.schema_version
        if version.major != schema.SCHEMA_VERSION[0] and not _unsafe_skip_version_check:
            raise SerializeError(f"Serialized schema version {version} does not match our current schema version {schema.SCHEMA_VERSION}.")
        return program_of(_to_json_bytes(exported_program), deserialize_torch_artifact(state_dict), deserialize_torch_artifact(constants), deserialize_torch_artifact(example_inputs) or None)


def canonicalize(ep, constants=None):
    """A program whose values, and what is told of them, have an order and names that do not depend on how it was made."""
    ep = copy.deepcopy(ep)
    ep.range_constraints = dict(sorted(ep.range_constraints.items()))
    ep.guards_code = sorted(ep.guards_code)
    graph = ep.graph_module.graph
    for table in ("tensor_values", "sym_int_values", "sym_bool_values", "sym_float_values", "custom_obj_values"):
        setattr(graph, table, dict(sorted(getattr(graph, table).items())))
    ep.graph_module.module_call_graph = sorted(ep.graph_module.module_call_graph, key=lambda entry: entry.fqn)
    for node in graph.nodes:
        node.metadata = {}
    return ep


class ExtensionHandler:
    """How operators of a kind of one's own are written and read: by a namespace and a name."""

    @classmethod
    def namespace(cls):
        raise NotImplementedError(f"{cls.__class__} namespace() must be implemented")

    @classmethod
    def to_op_name(cls, op):
        raise NotImplementedError(f"{cls.__class__} op_name() must be implemented")

    @classmethod
    def from_op_name(cls, name):
        raise NotImplementedError(f"{cls.__class__} op_name() must be implemented")

    @classmethod
    def op_schema(cls, op):
        raise NotImplementedError(f"{cls.__class__} op_schema() must be implemented")


_registered_extension_types, _extension_handlers = {}, {}


def register_extension(op_type, extension_handler):
    """Has operators of a class written and read by a handler."""
    if not issubclass(extension_handler, ExtensionHandler):
        raise AssertionError(f"Expected ExtensionHandler, got {extension_handler}")
    if op_type in _registered_extension_types:
        raise AssertionError(f"{op_type} is already registered.")
    if not extension_handler.namespace():
        raise AssertionError("namespace must not be empty")
    if extension_handler.namespace() == "python" or extension_handler.namespace() in _extension_handlers:
        raise AssertionError(f"{extension_handler.namespace()} is already registered.")
    _registered_extension_types[op_type] = extension_handler
    _extension_handlers[extension_handler.namespace()] = extension_handler
