"""Exported programs as bytes: what an archive holds, in its parts."""

import dataclasses
import io

import torch

__all__ = ["SerializeError", "SerializedArtifact", "deserialize", "serialize"]


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
