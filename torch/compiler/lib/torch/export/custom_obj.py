"""What a graph says of objects of C++ classes."""

import dataclasses

__all__ = ["ScriptObjectMeta"]


@dataclasses.dataclass
class ScriptObjectMeta:
    """The attribute that holds an object, and its class."""

    constant_name: str
    class_fqn: str
