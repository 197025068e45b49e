"""What quantises the operators of a pattern: classes that programs derive from and register."""

from abc import ABC

from torch.fx import Node

__all__ = [
    "QuantizeHandler", "BinaryOpQuantizeHandler", "CatQuantizeHandler", "ConvReluQuantizeHandler", "LinearReLUQuantizeHandler", "BatchNormQuantizeHandler",
    "EmbeddingQuantizeHandler", "RNNDynamicQuantizeHandler", "DefaultNodeQuantizeHandler", "FixedQParamsOpQuantizeHandler", "CopyNodeQuantizeHandler",
    "GeneralTensorShapeOpQuantizeHandler", "CustomModuleQuantizeHandler", "StandaloneModuleQuantizeHandler",
]


def _default_root_node_getter(node_pattern):
    """The first of the operators of a pattern, whose inputs are those of the whole."""
    while not isinstance(node_pattern, Node):
        node_pattern = node_pattern[-1]
    return node_pattern


class QuantizeHandler(ABC):
    """The operators that a pattern fits."""

    def __init__(self, node_pattern, modules, root_node_getter=None, is_custom_module=False, is_standalone_module=False):
        self.node_pattern, self.modules = node_pattern, modules
        self.root_node = (root_node_getter or _default_root_node_getter)(node_pattern)
        self.is_custom_module_, self.is_standalone_module_ = is_custom_module, is_standalone_module
        self.num_tensor_args = sum(isinstance(arg, Node) for arg in self.root_node.args) if isinstance(self.root_node, Node) else 0

    def is_general_tensor_value_op(self):
        """Whether the operator keeps values, so that its output is quantised as its input is."""
        return False

    def is_custom_module(self):
        return self.is_custom_module_

    def is_standalone_module(self):
        return self.is_standalone_module_


class BinaryOpQuantizeHandler(QuantizeHandler):
    """Arithmetic of two operands."""


class CatQuantizeHandler(QuantizeHandler):
    """Concatenation."""


class ConvReluQuantizeHandler(QuantizeHandler):
    """Convolutions, with what follows."""


class LinearReLUQuantizeHandler(QuantizeHandler):
    """Products with weights, with what follows."""


class BatchNormQuantizeHandler(QuantizeHandler):
    """Batch normalisation."""


class EmbeddingQuantizeHandler(QuantizeHandler):
    """Tables of vectors."""


class RNNDynamicQuantizeHandler(QuantizeHandler):
    """Recurrent networks."""


class DefaultNodeQuantizeHandler(QuantizeHandler):
    """Other operators."""


class FixedQParamsOpQuantizeHandler(QuantizeHandler):
    """Operators with bounds that are known."""


class CopyNodeQuantizeHandler(QuantizeHandler):
    """Operators that keep values."""


class GeneralTensorShapeOpQuantizeHandler(QuantizeHandler):
    """Operators on shapes."""


class CustomModuleQuantizeHandler(QuantizeHandler):
    """Modules of the user's."""


class StandaloneModuleQuantizeHandler(QuantizeHandler):
    """Modules that are quantised on their own."""
