"""Exported programs as bytes: what an archive holds, in its parts."""

import base64
import dataclasses
import enum
import io
import json

import torch

from torch._export.serde import schema
from torch._export.serde.canonical import canonicalize
from torch._export.serde.union import _Union
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils import _pytree as pytree

__all__ = [
    "EnumEncoder", "ExportedProgramDeserializer", "ExportedProgramSerializer", "ExtensionHandler", "GraphModuleSerializer",
    "SerializeError", "SerializedArtifact", "canonicalize", "deserialize", "deserialize_scalar_type", "deserialize_torch_artifact", "register_extension",
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


class GraphModuleSerializer:
    """Makes values of the schema of a graph and of what stands in it."""

    def __init__(self, graph_signature, module_call_graph):
        self.graph_signature, self.module_call_graph = graph_signature, module_call_graph

    def _writer(self, gm=None):
        from torch.export._archive import _Writer

        root = self.module_call_graph[0].signature if self.module_call_graph else None
        program = _GraphAlone(gm, gm.graph if gm is not None else None, self.graph_signature, self.module_call_graph, getattr(root, "in_spec", None), getattr(root, "out_spec", None))
        return _Writer(program)

    def serialize(self, graph_module):
        return _dict_to_dataclass(schema.GraphModule, self._writer(graph_module).program()[0]["graph_module"])

    def serialize_operator(self, target):
        """The path of an operator or function."""
        if isinstance(target, str):
            return target
        if isinstance(target, torch._ops.HigherOrderOperator):
            return f"torch.ops.higher_order.{target.__name__}"
        if isinstance(target, torch._ops.OpOverload):
            return f"torch.ops.{target.namespace}.{target.__name__}"
        return f"{target.__module__}.{target.__name__}"

    def serialize_input(self, arg, arg_type=None):
        try:
            plain = self._writer().argument(arg)
        except NotImplementedError:
            kind = f"list/tuple argument type: {[type(x) for x in arg]}" if isinstance(arg, (list, tuple)) else f"argument type: {type(arg)} with schema arg_type {arg_type}"
            raise SerializeError(f"Unsupported {kind}") from None
        return _dict_to_dataclass(schema.Argument, {"as_tensors": []} if plain == {"as_ints": []} else plain)

    def serialize_metadata(self, node):
        from torch.export._archive import _said_of

        return _said_of(node)

    def serialize_signature(self, sig):
        writer, places = self._writer(), [torch.fx.Graph().placeholder(spec.arg.name) for spec in sig.input_specs]
        plain = {"input_specs": [writer.input_spec(n, spec) for n, spec in zip(places, sig.input_specs) if spec.kind is not InputKind.USER_INPUT],
                 "output_specs": [writer.output_spec(spec, None) for spec in sig.output_specs if spec.kind is not OutputKind.USER_OUTPUT]}
        return _dict_to_dataclass(schema.GraphSignature, plain)

    def serialize_module_call_graph(self, module_call_graph):
        writer = self._writer()
        return [_dict_to_dataclass(schema.ModuleCallEntry, {"fqn": entry.fqn, "signature": writer.call_signature(entry)}) for entry in module_call_graph]

    def serialize_treespec(self, treespec):
        return pytree.treespec_dumps(treespec)


@dataclasses.dataclass
class _GraphAlone:
    """What a writer asks of a program, for a graph without state."""

    graph_module: object
    graph: object
    graph_signature: object
    module_call_graph: list
    _in_spec: object
    _out_spec: object
    constants: dict = dataclasses.field(default_factory=dict)
    state_dict: dict = dataclasses.field(default_factory=dict)
    range_constraints: dict = dataclasses.field(default_factory=dict)
    _guards_code: list = dataclasses.field(default_factory=list)

    def _argument_names(self):
        return []


class EnumEncoder(json.JSONEncoder):
    """Writes values of enumerations as what they stand for, and bytes as text."""

    def default(self, obj):
        if isinstance(obj, enum.Enum):
            return obj.value
        if isinstance(obj, bytes):
            return base64.b64encode(obj).decode("utf-8")
        return super().default(obj)


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
