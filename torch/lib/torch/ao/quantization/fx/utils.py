"""What is said of nodes, and tuples that are made to be taken apart."""

import dataclasses
import operator

from torch.fx import Node

__all__ = ["NodeInfo"]


@dataclasses.dataclass
class NodeInfo:
    """A kind of nodes: those of an operation with a target."""

    op: str
    target: object


@dataclasses.dataclass
class ObservedGraphModuleAttrs:
    """What a prepared graph tells those who convert it."""

    node_name_to_qconfig: dict
    node_name_to_scope: dict
    prepare_custom_config: object
    equalization_node_name_to_qconfig: dict
    qconfig_mapping: object
    is_qat: bool
    observed_node_names: set
    is_observed_standalone_module: bool = False
    standalone_module_input_quantized_idxs: list | None = None
    standalone_module_output_quantized_idxs: list | None = None
    _backend_config: object = None
    _standalone: dict = dataclasses.field(default_factory=dict)


def _reroute_tuple_getitem_pattern(graph):
    """Has those who use elements of tuples that a graph makes use what was put there."""
    for node in graph.nodes:
        whole = node.args[0] if node.target is operator.getitem else None
        if isinstance(whole, Node) and whole.target is tuple and isinstance(node.args[1], int):
            for user in list(node.users):
                user.replace_input_with(node, whole.args[0][node.args[1]])
