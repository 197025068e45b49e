"""Largest groups of nodes that a backend supports and that can be run as one."""

import collections
import itertools
import logging
import operator

from torch.fx.node import Node, _get_qualified_name
from torch.fx.passes.operator_support import OperatorSupportBase
from torch.fx.passes.utils.fuser_utils import fuse_by_partitions

__all__ = ["Partition", "CapabilityBasedPartitioner"]
logger = logging.getLogger(__name__)


class Partition:
    """A group of nodes with a number."""

    def __init__(self, id=None, nodes=None):
        self.id = id
        self.nodes = dict.fromkeys(nodes) if nodes is not None else {}

    def __repr__(self):
        return str(self.nodes)

    def add_node(self, node, node_order=None):
        self.nodes[node] = node_order

    def remove_node(self, node):
        del self.nodes[node]

    def size(self):
        return len(self.nodes)


class _DependencyViewer:
    """Which nodes a node of a graph leads to."""

    def __init__(self, graph_module):
        self.downstreams = collections.defaultdict(set)
        for node in reversed(graph_module.graph.nodes):
            for user in node.users:
                self.downstreams[node] |= {user} | self.downstreams[user]

    def downstreams_of(self, node):
        return self.downstreams[node]


class CapabilityBasedPartitioner:
    """Proposes partitions of a graph for operators that are supported, and fuses them."""

    def __init__(self, graph_module, operator_support, allows_single_node_partition=False, non_compute_ops=None, allowed_single_node_partition_ops=None, skip_horizontal_fusion=False):
        self.graph_module, self.operator_support = graph_module, operator_support
        self.allows_single_node_partition = allows_single_node_partition
        self.non_compute_ops = non_compute_ops or []
        self.allowed_single_node_partition_ops = allowed_single_node_partition_ops or []
        self.skip_horizontal_fusion = skip_horizontal_fusion

    def _is_node_supported(self, node):
        return self.operator_support.is_node_supported(dict(self.graph_module.named_modules()), node)

    def propose_partitions(self):
        """Partitions, none of which a way leaves and enters again."""
        nodes = list(self.graph_module.graph.nodes)
        order = {node: i for i, node in enumerate(nodes)}
        below = _DependencyViewer(self.graph_module).downstreams
        of, groups = {}, {}
        numbers = itertools.count()

        def members(group):
            return groups[group]

        def leaves_and_returns(union):
            outside = {user for n in union for user in n.users if user not in union}
            return any(below[n] & union for n in outside)

        def merge(a, b):
            union = members(a) | members(b)
            if leaves_and_returns(union):
                return False
            groups[a] = union
            for n in groups.pop(b):
                of[n] = a
            return True

        for node in reversed(nodes):
            if self._is_node_supported(node) and node not in of and node.op not in ("placeholder", "output", "get_attr"):
                of[node] = next(numbers)
                groups[of[node]] = {node}
                near = [of[u] for u in node.users if u in of] if self.skip_horizontal_fusion else list(groups)
                for other in near:
                    if other in groups and other != of[node]:
                        merge(of[node], other)
        for node in nodes:  # what picks from a result goes where the result is made, and where several are used
            if node.op == "call_function" and _get_qualified_name(node.target) == "_operator.getitem" and node.args[0] in of and of.get(node) != of[node.args[0]]:
                if node in of:
                    groups[of[node]].discard(node)
                of[node] = of[node.args[0]]
                groups[of[node]].add(node)
        if not self.allows_single_node_partition:
            idle = {"torch.ops.aten.view", "_operator.getitem", *self.non_compute_ops}
            for number, group in list(groups.items()):
                work = [n for n in group if n.op != "call_function" or _get_qualified_name(n.target) not in idle]
                if len(work) <= 1 and not any(n.op == "call_function" and _get_qualified_name(n.target) in self.allowed_single_node_partition_ops for n in work):
                    del groups[number]
        partitions = []
        for number, group in groups.items():
            if group:
                partitions.append(Partition(number))
                for node in sorted(group, key=order.get):
                    partitions[-1].add_node(node, len(nodes) - 1 - order[node])
        return partitions

    def fuse_partitions(self, partitions, prefix="fused_"):
        """The module with partitions as submodules."""
        return fuse_by_partitions(self.graph_module, [list(p.nodes) for p in partitions], prefix=prefix)

    def remove_bookend_non_compute_ops(self, partitions):
        """Takes nodes that compute nothing from the beginnings and ends of partitions."""
        idle = set(self.non_compute_ops)

        def is_idle(node):
            return node.op == "call_function" and _get_qualified_name(node.target) in idle

        for partition in partitions:
            changed = True
            while changed:
                changed = False
                for node in list(partition.nodes):
                    if is_idle(node) and (not any(i in partition.nodes for i in node.all_input_nodes) or not any(u in partition.nodes for u in node.users)):
                        partition.remove_node(node)
                        changed = True

    def partition_and_fuse(self, prefix="fused_"):
        """Both in one."""
        return self.fuse_partitions(self.propose_partitions(), prefix=prefix)
