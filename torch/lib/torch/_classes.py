"""torch.classes: classes that libraries in C++ register, of which there are none here."""

import types

import torch

__all__ = []


class _Namespace(types.ModuleType):
    """The classes of a library."""

    def __init__(self, name):
        super().__init__("torch.classes" + name)
        self.name = name

    def __getattr__(self, name):
        raise RuntimeError(f"Tried to instantiate class '{self.name}.{name}', but it does not exist! Ensure that it is registered via torch::class_")


class _Classes(types.ModuleType):
    """The libraries by name, made when they are asked for."""

    def __init__(self):
        super().__init__("torch.classes")
        self.__file__ = "_classes.py"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        namespace = _Namespace(name)
        setattr(self, name, namespace)
        return namespace

    @property
    def loaded_libraries(self):
        return torch.ops.loaded_libraries

    def load_library(self, path):
        """Loads a library; none can be."""
        torch.ops.load_library(path)


classes = _Classes()
