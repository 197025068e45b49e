"""Regions of a graph between two changes in place, inside of which nodes may change places."""

import itertools


def is_mutation_op(node):
    """Whether a node changes something in place."""
    if node.op == "call_function":
        schema = getattr(node.target, "_schema", None)
        return schema.is_mutable if schema is not None else getattr(node.target, "__name__", "").endswith("_")
    return node.op == "call_method" and node.target.endswith("_")


def same_mutation_regions(a, b):
    for node in (a, b):
        if "mutation_region_id" not in node.meta:
            raise AssertionError("the regions of the graph are not known")
    return a.meta["mutation_region_id"] == b.meta["mutation_region_id"]


def get_mutation_region_id(graph, node):
    """The region of a node, as those before it have it."""
    before = node
    while "mutation_region_id" not in before.meta and before is not next(iter(graph.nodes)):
        before = before.prev
    region = before.meta.get("mutation_region_id", 0)
    while before is not node:
        before = before.next
        region += is_mutation_op(before)
        before.meta["mutation_region_id"] = region
    node.meta.setdefault("mutation_region_id", region)
    return region


def should_compute_mutation_region_ids(graph):
    return "mutation_region_id" not in next(iter(graph.nodes)).meta


def compute_mutation_region_ids(graph):
    for node, region in zip(graph.nodes, itertools.accumulate(map(is_mutation_op, graph.nodes))):
        node.meta["mutation_region_id"] = region
