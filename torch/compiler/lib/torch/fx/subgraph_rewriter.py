"""Replacement of the parts of a graph that look like a pattern."""

import copy
from dataclasses import dataclass

import torch

from ._symbolic_trace import symbolic_trace
from .graph import Graph
from .graph_module import GraphModule
from .node import Node
from .passes.utils.matcher_utils import InternalMatch, SubgraphMatcher

__all__ = ["Match", "ReplacedPatterns", "replace_pattern", "replace_pattern_with_filters"]


class Match:
    """A part of a graph: its last node, and the nodes of the pattern with those that they stand for."""

    def __init__(self, anchor, nodes_map):
        self.anchor, self.nodes_map = anchor, nodes_map

    def __iter__(self):
        return iter((self.anchor, self.nodes_map))

    def __repr__(self):
        return f"Match(anchor={self.anchor!r}, nodes_map={self.nodes_map!r})"


@dataclass
class ReplacedPatterns:
    """A match, and the nodes that took its place."""

    anchor: Node
    nodes_map: dict
    replacements: list


def replace_pattern(gm, pattern, replacement):
    """Replaces each part of a module's graph that looks like a pattern; gives the matches. Patterns are functions or modules."""
    return [Match(anchor=m.anchor, nodes_map=m.nodes_map) for m in _replace(gm, pattern, replacement)]


def replace_pattern_with_filters(gm, pattern, replacement=None, match_filters=None, ignore_literals=False, replacement_callback=None, node_name_match=""):
    """replace_pattern for the matches that all filters (match, original graph, pattern graph) accept."""
    return _replace(gm, pattern, replacement, match_filters, ignore_literals, replacement_callback)


def _graph_of(what):
    if isinstance(what, GraphModule):
        return what.graph
    if isinstance(what, Graph):
        return what
    return symbolic_trace(what).graph


def _replace(gm, pattern, replacement, match_filters=None, ignore_literals=False, replacement_callback=None):
    match_filters = match_filters or []
    original, pattern_graph = gm.graph, _graph_of(pattern)
    matcher = SubgraphMatcher(pattern_graph, match_output=False, match_placeholder=False, remove_overlapping_matches=True, ignore_literals=ignore_literals)
    matches = [m for m in matcher.match(original) if all(accept(m, original, pattern_graph) for accept in match_filters)]
    common = None if replacement is None else _graph_of(replacement)
    changed, done = {}, []
    for match in matches:
        new = common if replacement_callback is None or common is not None else replacement_callback(match, original, pattern_graph)
        done.append(_replace_one(original, match, new, changed, pattern_graph))
    gm.recompile()
    if isinstance(replacement, torch.nn.Module):
        _take_submodules(gm, replacement)
    return done


def _replace_one(original, match, new, changed, pattern_graph):
    """Puts a copy of the graph new in the place of a match. changed has what earlier replacements put in the place of nodes."""
    replaced_inputs = [n for n in new.nodes if n.op == "placeholder"]
    if len(match.placeholder_nodes) != len(replaced_inputs):
        raise AssertionError(f"Placeholder count mismatch: {len(match.placeholder_nodes)} vs {len(replaced_inputs)}")
    values = {}
    for k, (there, here) in enumerate(zip(replaced_inputs, match.placeholder_nodes)):
        if isinstance(here, Node) and here in changed:  # the match is one of what stands there now
            key = next(key for key, node in match.nodes_map.items() if node is here)
            here = match.placeholder_nodes[k] = match.nodes_map[key] = changed[here]
        values[there] = here
    matched = {n for n in match.nodes_map.values() if isinstance(n, Node)}
    users = {user for out in match.returning_nodes for user in out.users}
    order = {n: i for i, n in enumerate(original.nodes)}
    internal = [n for n in matched if n.op not in ("placeholder", "output")]
    last_input = max((order[n] for n in match.placeholder_nodes if isinstance(n, Node) and n in order), default=-1)
    at = max((n for n in internal if n in order), key=order.get, default=None)
    before = next((n for n in original.nodes if n in users and order[n] > last_input), None)
    if before is None:
        before = at
    with original.inserting_before(before):
        result = original.graph_copy(new, values)
    outs = (result,) if isinstance(result, Node) else tuple(result)
    if len(match.returning_nodes) != len(outs):
        raise AssertionError(f"Returning nodes count mismatch: {len(match.returning_nodes)} vs {len(outs)}")
    for old, value in zip(match.returning_nodes, outs):
        old.replace_all_uses_with(value)
        changed[old] = value
    for node in reversed(pattern_graph.nodes):
        if node.op not in ("placeholder", "output"):
            here = match.nodes_map.get(node)
            if isinstance(here, Node) and not here._erased:
                original.erase_node(here)
    made = [v for v in values.values() if isinstance(v, Node) and v not in match.placeholder_nodes]
    return ReplacedPatterns(anchor=match.anchors[0], nodes_map=match.nodes_map, replacements=made)


def _take_submodules(gm, replacement):
    """Gives gm the submodules and attributes of a replacement that its code now names."""
    for node in gm.graph.nodes:
        if node.op not in ("call_module", "get_attr"):
            continue
        path, name = node.target.rpartition(".")[::2]
        try:
            value = getattr(replacement.get_submodule(path), name)
        except AttributeError:
            value = None
        try:
            getattr(gm.get_submodule(path), name)
        except AttributeError:
            if value is None:
                raise RuntimeError(f'Attempted to create a "{node.op}" node during subgraph rewriting with target {node.target}, but the referenced attribute does not exist in either the original GraphModule `gm` or the replacement GraphModule `replacement`') from None
            from .graph_module import _assign_attr

            _assign_attr(copy.deepcopy(value), gm, node.target)
    gm.graph.lint()
