"""Where the numbers that depend on data come from: the node whose value has one first, and the way to it within that value, as meta["unbacked_bindings"] says them."""

import dataclasses
import re

import torch
from torch.fx.graph_module import GraphModule
from torch.utils._pytree import SequenceKey, key_get

__all__ = ["CallMethodKey", "ConvertIntKey", "DivideByKey", "InnerTensorKey", "bind_unbacked", "resolve_unbacked_bindings"]


@dataclasses.dataclass(frozen=True)
class CallMethodKey:
    """What a method gives."""

    name: str

    def __str__(self):
        return f".{self.name}()"

    def get(self, o):
        return getattr(o, self.name)()


@dataclasses.dataclass(frozen=True)
class InnerTensorKey:
    """A tensor within a tensor of a class."""

    inner_name: str

    def __str__(self):
        return f".{self.inner_name}"

    def get(self, o):
        return getattr(o, self.inner_name)


@dataclasses.dataclass(frozen=True)
class DivideByKey:
    """What a number has been multiplied with."""

    divisor: int

    def __str__(self):
        return f".__floordiv__({self.divisor})"

    def get(self, o):
        return o // self.divisor


@dataclasses.dataclass(frozen=True)
class ConvertIntKey:
    """A truth as an int."""

    def __str__(self):
        return ".cast_symbool_to_symint_guardless()"

    def get(self, b):
        return torch.sym_ite(b, 1, 0)


_ALONE = re.compile(r"(?:(\d+)\*)?((?:u|zuf)\d+)")
_TRUTH = re.compile(r"Eq\((u\d+), 1\)")


def _numbers(value, path):
    """The numbers in the value of a node, each with the way to it."""
    if isinstance(value, (tuple, list)):
        for i, part in enumerate(value):
            yield from _numbers(part, (*path, SequenceKey(i)))
    elif isinstance(value, torch.Tensor):
        for method in ("size", "stride"):
            yield from _numbers(tuple(getattr(value, method)()), (*path, CallMethodKey(method)))
        yield value.storage_offset(), (*path, CallMethodKey("storage_offset"))
    elif isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        yield value, path


def _symbols(value):
    """The symbols that a value gives, each with the way to it; the first way counts."""
    found = {}
    for number, path in _numbers(value, ()):
        if type(number) is int:
            continue
        expr = number.node.expr
        if isinstance(number, torch.SymBool):
            match, more = _TRUTH.fullmatch(str(expr)), ConvertIntKey()
            if match is not None:
                found.setdefault(match[1], (*path, more))
        elif (match := _ALONE.fullmatch(str(expr))) is not None:
            found.setdefault(match[2], path if match[1] is None else (*path, DivideByKey(int(match[1]))))
    return found


def bind_unbacked(module):
    """Notes in the graph of a module, and in those of its submodules, which nodes give the numbers that depend on data."""
    from torch.fx.experimental.sym_node import Symbol

    for gm in module.modules():
        if not isinstance(gm, GraphModule):
            continue
        seen = set()
        for node in gm.graph.nodes:
            found = _symbols(node.meta.get("val"))
            if node.op != "placeholder" and (new := {Symbol(name): path for name, path in found.items() if name not in seen}):
                node.meta["unbacked_bindings"] = new
            seen.update(found)


def resolve_unbacked_bindings(shape_env, bindings):
    """The bindings by what their symbols are now; one that was found to be another never comes into a graph here."""
    return None if bindings is None else dict(bindings)
