"""What a backend can run: questions about nodes, and how they are combined."""

import abc

import torch
from torch.fx.passes.shape_prop import TensorMetadata

from .tools_common import CALLABLE_NODE_OPS, get_node_target

__all__ = ["OperatorSupportBase", "OperatorSupport", "create_op_support", "chain", "OpSupports", "any_chain"]


class OperatorSupportBase(abc.ABC):
    """Tells which nodes a backend takes."""

    @abc.abstractmethod
    def is_node_supported(self, submodules, node):
        """Whether node, in a graph whose module has these submodules by their paths, can run."""


class OperatorSupport(OperatorSupportBase):
    """Supports targets by their names; a value other than None names the dtypes of arguments, by position, and of keywords, by name."""

    def __init__(self, support_dict=None):
        self._support_dict = support_dict or {}

    def is_node_supported(self, submodules, node):
        if node.op not in CALLABLE_NODE_OPS:
            return True
        target = get_node_target(submodules, node)
        if target not in self._support_dict:
            return False
        wanted = self._support_dict[target]
        if wanted is None:
            return True
        by_position, by_name = wanted
        for i, dtypes in enumerate(by_position):
            if len(node.args) <= i:
                break
            if isinstance(node.args[i], torch.fx.Node) and not _dtype_in(node.args[i], dtypes):
                return False
        for name, dtypes in by_name.items():
            arg = node.kwargs.get(name)
            if isinstance(arg, torch.fx.Node) and not _dtype_in(arg, dtypes):
                return False
        return True


def _dtype_in(node, dtypes):
    have = _get_arg_dtype(node)
    return have in dtypes


def _get_arg_dtype(arg):
    meta = arg.meta.get("tensor_meta")
    return meta.dtype if isinstance(meta, TensorMetadata) else arg.meta["type"]


def create_op_support(is_node_supported):
    """A function of submodules and node as an OperatorSupportBase."""

    class FunctionalOperatorSupport(OperatorSupportBase):
        def is_node_supported(self, submodules, node):
            return is_node_supported(submodules, node)

    return FunctionalOperatorSupport()


def chain(*op_support):
    """Supports what all of them support."""
    return create_op_support(lambda submodules, node: all(s.is_node_supported(submodules, node) for s in op_support))


def any_chain(*op_support):
    """Supports what one of them supports."""
    return create_op_support(lambda submodules, node: any(s.is_node_supported(submodules, node) for s in op_support))


class OpSupports:
    """Supports that forbid something."""

    @classmethod
    def decline_if_input_dtype(cls, dtype):
        """No node that reads a tensor of this dtype."""

        def supported(submodules, node):
            return all(_get_arg_dtype(arg) != dtype for arg in node.all_input_nodes)

        return create_op_support(supported)

    @classmethod
    def decline_if_node_in_names(cls, disallow_set):
        """No node with one of these names."""
        return create_op_support(lambda submodules, node: node.name not in disallow_set)
