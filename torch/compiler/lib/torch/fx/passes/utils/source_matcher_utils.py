"""Groups of nodes by the module or function of the program that they come of."""

import logging
from dataclasses import dataclass, field

__all__ = ["get_source_partitions", "check_subgraphs_connected", "SourcePartition"]
logger = logging.getLogger(__name__)


@dataclass
class SourcePartition:
    """The nodes of one call in the program."""

    nodes: list
    source: object
    input_nodes: list = field(default_factory=list)
    output_nodes: list = field(default_factory=list)
    params: list = field(default_factory=list)


def get_source_partitions(graph, wanted_sources, filter_fn=None):
    """For each of wanted_sources that occurs, the partitions of its calls."""
    groups = {}
    for node in graph.nodes:
        found = _source(node, wanted_sources)
        if found is not None:
            name, source = found
            groups.setdefault(source, {}).setdefault(name, []).append(node)

    def partition(nodes, source):
        inputs, outputs, params, within = {}, {}, {}, set(nodes)
        for node in nodes:
            for arg in node.args:
                if hasattr(arg, "op") and arg not in within and arg.op != "get_attr":
                    inputs[arg] = None
            if node.op == "get_attr":
                params[node] = None
            if any(user not in within for user in node.users):
                outputs[node] = None
        return SourcePartition(nodes, source, list(inputs), list(outputs), list(params))

    found = {}
    if filter_fn:
        groups = {source: {name: nodes for name, nodes in by_name.items() if all(map(filter_fn, nodes))} for source, by_name in groups.items()}
    for source, by_name in groups.items():
        found[source] = [partition(nodes, source) for nodes in by_name.values()]
    return found


def _source(node, wanted):
    """The call that a node comes of, by name, with the source among those that are wanted: the module or function that Dynamo has traced; else the name of
    the function that ran, or the class of the module that it ran in."""
    if stack := node.meta.get("source_fn_stack"):
        return stack[-1] if stack[-1][1] in wanted else None
    if function := node.meta.get("torch_fn"):
        name, path = function
        source = path.split(".")[1]
        if source in wanted:
            return name, source
    if modules := node.meta.get("nn_module_stack"):
        path, kind = list(modules.values())[-1]
        for source in wanted:
            if isinstance(source, type) and f"{source.__module__}.{source.__qualname__}" == kind:
                return path, source
    return None


def check_subgraphs_connected(subgraph1, subgraph2):
    """Whether a value of the first goes into the second."""
    return any(node in subgraph1.nodes for other in reversed(subgraph2.nodes) for node in other.all_input_nodes)
