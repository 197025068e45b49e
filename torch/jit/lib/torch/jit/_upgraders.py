"""Operators whose declaration changed: up to which version of a file the old one holds, and the function that stands for it. A file that was
written since has none of them; the functions are in the language of graphs."""

import re

__all__ = []

# version in which the declaration changed, and the old declaration
_CHANGED = """
4 div.Scalar(Tensor self, Scalar other) -> Tensor
4 div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor
4 div.Tensor(Tensor self, Tensor other) -> Tensor
4 div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor
4 div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
4 div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)
4 div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)
4 div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!)
4 div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)
4 div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!)
5 full(int[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
5 full.out(int[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)
10 gelu(Tensor self) -> Tensor
10 gelu.out(Tensor self, *, Tensor(a!) out) -> Tensor
8 linspace(Scalar start, Scalar end, int? steps=None, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
8 linspace.out(Scalar start, Scalar end, int? steps=None, *, Tensor(a!) out) -> Tensor(a!)
9 logspace(Scalar start, Scalar end, int? steps=None, float base=10.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
9 logspace.out(Scalar start, Scalar end, int? steps=None, float base=10.0, *, Tensor(a!) out) -> Tensor(a!)
"""


class _UpgraderEntry:
    """One change of a declaration."""

    def __init__(self, bumped_at_version, upgrader_name, old_schema):
        self.bumped_at_version, self.upgrader_name, self.old_schema = bumped_at_version, upgrader_name, old_schema


class _UpgraderRange:
    """The versions of files for which a function stands for an operator."""

    def __init__(self, min_version, max_version):
        self.min_version, self.max_version = min_version, max_version


def _changes():
    changes = {}
    for line in _CHANGED.strip().split("\n"):
        version, schema = line.split(" ", 1)
        operator = schema[:schema.index("(")]
        name = f"{operator.replace('.', '_')}_0_{int(version) - 1}"
        changes[f"aten::{operator}"] = [_UpgraderEntry(int(version), name, f"aten::{schema}")]
    return changes


_state = {"changes": None, "functions": None, "by_upgraders": False}


def _get_operator_version_map():
    if _state["changes"] is None:
        _state["changes"] = _changes()
    return dict(_state["changes"])


def _function(entry):
    """The graph of a function that calls the operator as its old declaration did."""
    import torch

    schema = torch._C.parse_schema(entry.old_schema)
    operands = ", ".join(f"%{a.name} : {a.type.annotation_str}" for a in schema.arguments)
    kind = schema.name
    names = ", ".join(f"%{a.name}" for a in schema.arguments)
    return f"graph({operands}):\n  %result : Tensor = {kind}({names})\n  return (%result)\n"


def _get_upgraders_entry_map():
    if _state["functions"] is None:
        _state["functions"] = {entry.upgrader_name: _function(entry) for entries in _get_operator_version_map().values() for entry in entries}
        full = next(e for e in _get_operator_version_map()["aten::full"])
        _state["functions"]["full_names_0_4"] = _function(full)
    return dict(_state["functions"])


def _dump_upgraders_map():
    return _get_upgraders_entry_map()


def _get_upgraders_map_size():
    return len(_get_upgraders_entry_map())


def _get_upgrader_ranges(name):
    ranges = []
    for entry in _get_operator_version_map().get(name, ()):
        low, high = map(int, re.search(r"_(\d+)_(\d+)$", entry.upgrader_name).groups())
        ranges.append(_UpgraderRange(low, high))
    return ranges


def _test_only_populate_upgraders(functions):
    _get_upgraders_entry_map()
    _state["functions"].update(functions)


def _test_only_remove_upgraders(functions):
    _get_upgraders_entry_map()
    for name in functions:
        _state["functions"].pop(name, None)


def _test_only_add_entry_to_op_version_map(name, entry):
    _get_operator_version_map()
    _state["changes"].setdefault(name, []).append(entry)


def _test_only_remove_entry_to_op_version_map(name):
    _get_operator_version_map()
    _state["changes"].pop(name, None)


def _get_version_calculator_flag():
    return _state["by_upgraders"]


def _calculate_package_version_based_on_upgraders(flag):
    _state["by_upgraders"] = bool(flag)
