"""Search for parts of a graph that look like a pattern."""

import copy
from dataclasses import dataclass, field

from torch.fx.node import Node

__all__ = ["InternalMatch", "SubgraphMatcher"]


@dataclass
class InternalMatch:
    """A match: what each node of the pattern stands for, the values of its placeholders, and the nodes that it gives."""

    anchors: list
    nodes_map: dict = field(default_factory=dict)
    placeholder_nodes: list = field(default_factory=list)
    returning_nodes: list = field(default_factory=list)
    name_node_map: dict = field(default_factory=dict)

    @property
    def anchor(self):
        return self.anchors[0]

    def __copy__(self):
        return InternalMatch(anchors=self.anchors, nodes_map=self.nodes_map.copy(), placeholder_nodes=self.placeholder_nodes.copy(), returning_nodes=self.returning_nodes.copy())


class SubgraphMatcher:
    """Finds a pattern in graphs."""

    def __init__(self, pattern, match_output=False, match_placeholder=False, remove_overlapping_matches=True, ignore_literals=False):
        if len(pattern.nodes) == 0:
            raise ValueError("SubgraphMatcher cannot be initialized with an empty pattern")
        self.pattern = pattern
        self.match_output, self.match_placeholder = match_output, match_placeholder
        self.remove_overlapping_matches, self.ignore_literals = remove_overlapping_matches, ignore_literals
        for node in pattern.nodes:
            if node.op != "output" and len(node.users) == 0:
                raise AssertionError("SubgraphMatcher cannot match a pattern with dead code: " + node.name)
        output = pattern.output_node()
        self.pattern_placeholder_nodes = [n for n in pattern.nodes if n.op == "placeholder"]
        self.pattern_returning_nodes = output.all_input_nodes
        if match_output:
            self.pattern_anchors = [output]
        else:
            self.pattern_anchors = [n for n in output.all_input_nodes if len(n.users) == 1] or list(output.all_input_nodes)

    def match(self, graph, node_name_match=""):
        """The matches in a graph, in its order."""
        candidates = [[(a, n) for n in graph.nodes if self._alike(a, n)] for a in self.pattern_anchors]
        found = []

        def extend(i, match):
            if i == len(candidates):
                match.placeholder_nodes = [match.nodes_map[p] for p in self.pattern_placeholder_nodes if p in match.nodes_map]
                match.returning_nodes = [match.nodes_map[p] for p in self.pattern_returning_nodes]
                found.append(match)
                return
            for pattern_node, node in candidates[i]:
                if node in match.nodes_map.values() and match.nodes_map.get(pattern_node) is not node:
                    continue
                attempt = copy.copy(match)
                if self._nodes(pattern_node, node, attempt):
                    extend(i + 1, attempt)

        extend(0, InternalMatch(anchors=self.pattern_anchors))
        found = [m for m in found if self._contained(m.nodes_map)]
        return self._apart(found) if self.remove_overlapping_matches else found

    def _alike(self, p, n):
        if self.match_placeholder is False and p.op == "placeholder":
            return True
        if p.op != n.op:
            return False
        if p.op in ("placeholder", "output"):
            return True
        if p.op == "get_attr":
            return True
        if p.op == "call_module":
            a, b = p.graph.owning_module, n.graph.owning_module
            if a is not None and b is not None:
                return type(a.get_submodule(p.target)) is type(b.get_submodule(n.target))
        return p.target == n.target

    def _nodes(self, p, n, match):
        if not isinstance(p, Node):
            raise AssertionError("a node of the pattern is expected")
        if p in match.nodes_map:
            known = match.nodes_map[p]
            return known is n if isinstance(n, Node) else not isinstance(known, Node) and known == n
        if not isinstance(n, Node):
            if p.op == "placeholder" and not self.match_placeholder:
                match.nodes_map[p] = n
                return True
            return False
        if any(n is v for k, v in match.nodes_map.items() if k.op != "placeholder") and p.op != "placeholder":
            return False
        if not self._alike(p, n):
            return False
        saved = dict(match.nodes_map)
        match.nodes_map[p] = n
        if p.op == "placeholder":
            return True
        if self._arguments(p, n, match):
            return True
        match.nodes_map.clear()
        match.nodes_map.update(saved)
        return False

    def _arguments(self, p, n, match):
        from torch.fx.node import map_aggregate

        def leaves(a, out):
            if isinstance(a, dict):
                for key in a:
                    leaves(a[key], out)
            elif isinstance(a, (list, tuple)):
                for x in a:
                    leaves(x, out)
            elif isinstance(a, slice):
                for x in (a.start, a.stop, a.step):
                    leaves(x, out)
            else:
                out.append(a)
            return out

        if len(p.args) != len(n.args) or set(p.kwargs) != set(n.kwargs):
            return False
        mine = leaves((p.args, [p.kwargs[k] for k in sorted(p.kwargs)]), [])
        other = leaves((n.args, [n.kwargs[k] for k in sorted(n.kwargs)]), [])
        if len(mine) != len(other):
            return False
        for a, b in zip(mine, other):
            if isinstance(a, Node):
                if not self._nodes(a, b, match):
                    return False
            elif isinstance(b, Node):
                return False
            elif not self.ignore_literals and not (type(a) is type(b) and a == b):
                return False
        return True

    def _contained(self, nodes_map):
        inside = {n for n in nodes_map.values() if isinstance(n, Node)}
        given = set(self.pattern_returning_nodes)
        for p, n in nodes_map.items():
            if p.op in ("placeholder", "output") or p in given or not isinstance(n, Node):
                continue
            if any(user not in inside for user in n.users):
                return False
        return True

    def _apart(self, matches):
        taken, out = set(), []
        for m in matches:
            nodes = [n for p, n in m.nodes_map.items() if p.op not in ("placeholder", "output") and isinstance(n, Node)]
            if not any(n in taken for n in nodes):
                out.append(m)
                taken.update(nodes)
        return out
