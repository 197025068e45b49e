"""Finds regions of a graph that are the same: the same places of a program, run more than once on inputs of the same kind."""

import collections

import torch
from torch._C._dynamo import eval_frame as _c
from torch.fx import Node
from torch.utils import _pytree as pytree
from torch.utils._ordered_set import OrderedSet

from .graph_utils import _get_flat_args_unique

Region = list[Node]
IdenticalNodes = list[Node]


def get_global_state_key():
    """The settings that what a node computes depends on."""
    return (
        torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.get_num_threads(), torch.get_default_dtype(),
        torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(),
    )


def _kind(value):
    """What matters of an argument: of a tensor all but its elements, of a number its text."""
    if isinstance(value, torch.Tensor):
        return value.dtype, str(tuple(value.shape)), str(value.stride()), str(value.storage_offset()), value.layout, value.device, value.requires_grad
    return str(value)


def _kinds(node):
    """The kinds of a node's arguments; of what is neither tensor nor int nothing is known."""
    names = sorted(node.kwargs)
    leaves = pytree.tree_leaves(node.args)
    for name in names:
        leaves.append(name)
        leaves.extend(pytree.tree_leaves(node.kwargs[name]))
    values = (leaf.meta.get("example_value") if isinstance(leaf, Node) else leaf if isinstance(leaf, int) else None for leaf in leaves)
    return tuple(names), tuple(map(_kind, values))


class GraphRegionTracker:
    """Groups nodes that are identical, and tells which regions of a graph are: those whose nodes are, one by one.

    hash_to_duplicates has the groups by what their nodes agree in, node_to_duplicates the group of each node,
    node_to_mutated_arg_positions the places, among the leaves of its arguments, of the tensors that a node changes.
    """

    def __init__(self):
        self.hash_to_duplicates = collections.defaultdict(list)
        self.node_to_duplicates = {}
        self.node_to_mutated_arg_positions = {}

    @classmethod
    def _of(cls, graph):
        """A tracker of the nodes of a graph that knows where these were recorded."""
        tracker = cls()
        for node in graph.nodes:
            origin = _c.node_origin(node)
            if origin is None:
                continue
            where, changes = origin
            duplicates = tracker.hash_to_duplicates[where, _kinds(node)]
            duplicates.append(node)
            tracker.node_to_duplicates[node] = duplicates
            for position in changes:
                tracker.add_node_mutation(node, position)
        return tracker

    def add_node_mutation(self, node, arg_pos):
        self.node_to_mutated_arg_positions.setdefault(node, OrderedSet()).add(arg_pos)

    def _is_identical(self, n0, n1):
        group = self.node_to_duplicates.get(n0)
        return n0 is not n1 and group is not None and self.node_to_duplicates.get(n1) is group

    def get_identical_regions(self, graph):
        """Groups of identical regions of more than one node, those at the end of the graph first."""
        rank = {node: i for i, node in enumerate(graph.nodes)}
        ancestors = _ancestors(graph)
        groups = [[[node] for node in nodes if node in rank] for nodes in self.hash_to_duplicates.values()]
        groups = [group for group in groups if len(group) > 1]
        groups.sort(key=lambda group: -min(rank[region[0]] for region in group))
        claimed = set()
        for group in groups:
            _expand(group, claimed, ancestors, self._is_identical)
            order = sorted(range(len(group[0])), key=lambda i: rank[group[0][i]])
            for region in group:
                region[:] = [region[i] for i in order]
        return [group for group in groups if len(group[0]) > 1]

    def __str__(self):
        return f"GraphRegionTracker(hash_to_duplicates={self.hash_to_duplicates}, node_to_duplicates={self.node_to_duplicates})"


def _ancestors(graph):
    """For each node all that it depends on."""
    ancestors = {}
    for node in graph.nodes:
        ancestors[node] = found = set()
        for dependency in _get_flat_args_unique(node, {}):
            found.add(dependency)
            found |= ancestors[dependency]
    return ancestors


class _Growing:
    """A region that grows against the graph's direction: what it may take next are arguments of its nodes, breadth first."""

    def __init__(self, region, ancestors):
        self.region, self._all_ancestors = region, ancestors
        self.nodes, self._ancestors, self._waiting = set(), set(), collections.deque()
        self._admit(region[0])

    def next(self):
        return self._waiting.popleft() if self._waiting else None

    def add(self, node):
        self.region.append(node)
        self._admit(node)

    def _admit(self, node):
        self.nodes.add(node)
        self._ancestors |= self._all_ancestors[node]
        self._waiting.extend(_get_flat_args_unique(node, {}))

    def would_cycle(self, node):
        """Whether something outside would lie between the node and the region."""
        return any(user not in self.nodes and user in self._ancestors for user in node.users)


def _expand(regions, claimed, ancestors, is_identical):
    """Lets all regions of a group, which have one node each, grow by the same nodes as far as that goes."""
    growing = [_Growing(region, ancestors) for region in regions]
    first, others = growing[0], growing[1:]
    while (node := first.next()) is not None:
        candidates = [other.next() for other in others]
        fits = not first.would_cycle(node) and None not in candidates and len({node, *candidates}) == len(growing)
        if fits and all(
            candidate not in claimed and candidate.op not in ("placeholder", "get_attr") and is_identical(candidate, node) and not other.would_cycle(candidate)
            for other, candidate in zip(others, candidates)
        ):
            for region, added in zip(growing, (node, *candidates)):
                region.add(added)
                claimed.add(added)
    for region in regions:
        region.reverse()
