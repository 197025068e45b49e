"""A program of the collection: a module with arguments, what it shows, and whether it can be exported."""

import re
import types
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Optional

import torch

__all__ = ["ExportCase", "SupportLevel", "export_case", "export_rewrite_case", "register_db_case", "check_inputs_type", "to_snake_case"]

_TAGS = {
    "torch": {name: {} for name in ("cond", "dynamic-shape", "escape-hatch", "map", "dynamic-value", "operator", "mutation")},
    "python": {name: {} for name in ("assert", "builtin", "closure", "context-manager", "control-flow", "data-structure", "standard-library", "object-model")},
}

_EXAMPLE_CASES = {}
_EXAMPLE_CONFLICT_CASES = {}
_EXAMPLE_REWRITE_CASES = {}


class SupportLevel(Enum):
    """Whether export takes a program."""

    SUPPORTED = 1
    NOT_SUPPORTED_YET = 0


def check_inputs_type(args, kwargs):
    """Refuses arguments that are not a tuple and a dict with names for keys."""
    if not isinstance(args, tuple):
        raise ValueError(f"Expecting args type to be a tuple, got: {type(args)}")
    if not isinstance(kwargs, dict):
        raise ValueError(f"Expecting kwargs type to be a dict, got: {type(kwargs)}")
    for key in kwargs:
        if not isinstance(key, str):
            raise ValueError(f"Expecting kwargs keys to be a string, got: {type(key)}")


def _validate_tag(tag):
    known = _TAGS
    for part in tag.split("."):
        if part not in known:
            raise ValueError(f"Tag {tag} is not found in registered tags.")
        known = known[part]


@dataclass(frozen=True)
class ExportCase:
    """A module, example arguments, and what is said about them."""

    example_args: tuple
    description: str
    model: torch.nn.Module
    name: str
    example_kwargs: dict = field(default_factory=dict)
    extra_args: Optional[tuple] = None
    tags: set = field(default_factory=set)
    support_level: SupportLevel = SupportLevel.SUPPORTED
    dynamic_shapes: Optional[Any] = None

    def __post_init__(self):
        check_inputs_type(self.example_args, self.example_kwargs)
        if self.extra_args is not None:
            check_inputs_type(self.extra_args, {})
        for tag in self.tags:
            _validate_tag(tag)
        if not isinstance(self.description, str) or not self.description:
            raise ValueError(f'Invalid description: "{self.description}"')


def register_db_case(case):
    """Adds a case to the collection; its name must be new."""
    if case.name in _EXAMPLE_CASES:
        raise AssertionError(f"{case.name} already exists in the collection")
    _EXAMPLE_CASES[case.name] = case


def to_snake_case(name):
    """A name in capitals as words joined by underscores."""
    return re.sub("([a-z0-9])([A-Z])", r"\1_\2", re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)).lower()


def _make_export_case(m, name, configs):
    if not isinstance(m, torch.nn.Module):
        raise TypeError("Export case class should be a torch.nn.Module.")
    if "description" not in configs:
        if not m.__doc__:
            raise AssertionError(f"Could not find description or docstring for export case: {m}")
        configs = {**configs, "description": m.__doc__}
    return ExportCase(**configs, model=m, name=name)


def export_case(**kwargs):
    """Decorator of module classes: adds the class to the collection under its name in small letters."""

    def wrapper(m):
        made = m() if isinstance(m, type) else m
        case = _make_export_case(made, to_snake_case(m.__name__), kwargs)
        register_db_case(case)
        return case

    return wrapper


def export_rewrite_case(**kwargs):
    """Decorator of module classes that say in another way what the case `parent` says."""

    def wrapper(m):
        configs = dict(kwargs)
        parent = configs.pop("parent")
        case = _make_export_case(m(), to_snake_case(m.__name__), configs)
        _EXAMPLE_REWRITE_CASES.setdefault(parent.name, []).append(case)
        return case

    return wrapper
