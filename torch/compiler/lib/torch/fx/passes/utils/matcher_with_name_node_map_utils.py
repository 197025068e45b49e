"""Matches that name nodes: a pattern gives, behind what it returns, a dict of names to nodes."""

from torch.fx import Graph, GraphModule

from .matcher_utils import InternalMatch, SubgraphMatcher

__all__ = ["SubgraphMatcherWithNameNodeMap"]


def _split(graph, matched):
    """The dict at the end of what the pattern returns, taken away there."""
    graph = graph.graph if isinstance(graph, GraphModule) else graph
    output = graph.output_node()
    values = output.args[0]
    values = list(values) if isinstance(values, (tuple, list)) else [values]
    *rest, names = values
    if not isinstance(names, dict):
        raise AssertionError("the last output of the pattern must be a dict of names to nodes")
    output.args = (tuple(rest) if len(rest) != 1 else rest[0],)
    return names


class SubgraphMatcherWithNameNodeMap(SubgraphMatcher):
    """A SubgraphMatcher whose matches have name_node_map: the nodes of the graph by the names of the pattern."""

    def __init__(self, pattern_gm, match_output=False, match_placeholder=False, remove_overlapping_matches=True, ignore_literals=False):
        self.name_node_map = _split(pattern_gm, None)
        pattern_gm.recompile()
        super().__init__(pattern_gm.graph, match_output, match_placeholder, remove_overlapping_matches, ignore_literals)

    def match(self, graph, node_name_match=""):
        matches = super().match(graph)
        for match in matches:
            for name, node in self.name_node_map.items():
                match.name_node_map[name] = match.nodes_map[node]
        return matches
