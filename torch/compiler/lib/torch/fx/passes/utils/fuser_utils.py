"""Parts of a graph become modules that it calls."""

import heapq

from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.fx.passes.tools_common import legalize_graph
from torch.fx.passes.utils.common import lift_subgraph_as_module

__all__ = ["topo_sort", "validate_partition", "fuse_as_graphmodule", "insert_subgm", "erase_nodes", "fuse_by_partitions"]


def topo_sort(nodes):
    """The nodes so that each stands behind its inputs."""
    within = set(nodes)
    waiting = {n: sum(i in within for i in n.all_input_nodes) for n in nodes}
    rank = {n: i for i, n in enumerate(nodes)}
    ready = [rank[n] for n in nodes if waiting[n] == 0]
    heapq.heapify(ready)
    order = []
    while ready:
        n = nodes[heapq.heappop(ready)]
        order.append(n)
        for user in n.users:
            if user in within:
                waiting[user] -= 1
                if waiting[user] == 0:
                    heapq.heappush(ready, rank[user])
    if len(order) != len(nodes):
        raise AssertionError("topological sorted nodes doesn't have same length as input nodes")
    return order


def validate_partition(partition):
    """Whether the nodes can be one: no way leads out of them and back in."""
    within = set(partition)
    seen, queue = set(), [user for n in partition for user in n.users if user not in within]
    while queue:
        n = queue.pop()
        if n in within:
            return False
        if n not in seen:
            seen.add(n)
            queue.extend(n.users)
    return True


def fuse_as_graphmodule(gm, nodes, module_name, partition_lookup_table=None, *, always_return_tuple=False):
    """A GraphModule of nodes, which are sorted, with its inputs and outputs in gm's graph."""
    for node in nodes:
        if node.graph.owning_module is not gm:
            raise AssertionError(f"{node} doesn't belong to passed in graph module {gm._get_name()}")
        if node._erased:
            raise AssertionError(f"{node} has been removed from owning graph")
        if node not in gm.graph._find_nodes_lookup_table if hasattr(gm.graph, "_find_nodes_lookup_table") else False:
            raise AssertionError(f"{node} is not found in graph module {gm._get_name()}")
    if not validate_partition(nodes):
        raise AssertionError("Invalid partition, found dependency cycles")
    subgraph, inside, taken = Graph(), {}, {}
    within = set(nodes)

    def remap(x):
        if x in within:
            return inside[x]
        if x.op == "get_attr":  # constants are read inside
            if x not in inside:
                inside[x] = subgraph.node_copy(x, lambda n: n)
            return inside[x]
        if x not in taken:
            placeholder = subgraph.placeholder(x.name, type_expr=x.type)
            placeholder.meta = dict(x.meta)
            taken[x] = placeholder
        return taken[x]

    for node in nodes:
        inside[node] = subgraph.node_copy(node, remap)
    outputs = {node: inside[node] for node in nodes if any(user not in within for user in node.users)}
    made = tuple(outputs.values())
    if always_return_tuple:
        subgraph.output(made)
    else:
        subgraph.output(made[0] if len(made) == 1 else made)
    subgraph.lint()
    fused, _ = lift_subgraph_as_module(gm, subgraph, comp_name="", class_name=module_name)
    return fused, tuple(taken), tuple(outputs)


def insert_subgm(gm, sub_gm, orig_inputs, orig_outputs):
    """Adds a call of sub_gm to gm, whose results stand for the old outputs from then on."""
    name = sub_gm.__class__.__name__
    gm.add_submodule(name, sub_gm)
    after = None
    for node in reversed(list(gm.graph.nodes)):
        if node in orig_outputs:
            after = node
            break
    if after is None:
        after = orig_inputs[-1]
    with gm.graph.inserting_after(after):
        call = gm.graph.call_module(name, args=orig_inputs, kwargs=None)
        output = sub_gm.graph.output_node().args[0]
        if len(orig_outputs) == 1 and not isinstance(output, tuple):
            orig_outputs[0].replace_all_uses_with(call, propagate_meta=True)
            return gm
        place = call
        for i, old in enumerate(orig_outputs):
            with gm.graph.inserting_after(place):
                item = gm.graph.call_function(__import__("operator").getitem, (call, i))
            place = item
            old.replace_all_uses_with(item, propagate_meta=True)
        call.meta["val"] = tuple(old.meta.get("val") for old in orig_outputs)
    return gm


def erase_nodes(gm, nodes):
    """Erases nodes, the last one first."""
    for node in reversed(nodes):
        gm.graph.erase_node(node)


def fuse_by_partitions(gm, partitions, prefix="fused_", always_return_tuple=False):
    """Each partition, a list or dict of nodes, becomes a submodule of gm."""
    for i, partition in enumerate(partitions):
        nodes = topo_sort(list(partition))
        sub, inputs, outputs = fuse_as_graphmodule(gm, nodes, prefix + str(i), always_return_tuple=always_return_tuple)
        insert_subgm(gm, sub, inputs, outputs)
        erase_nodes(gm, nodes)
    legalize_graph(gm)
    gm.graph.lint()
    return gm
