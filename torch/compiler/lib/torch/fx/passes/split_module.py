"""Division of a module into submodules."""

import torch
from torch.fx import Graph, GraphModule
from torch.fx.graph_module import _assign_attr
from torch.fx.node import map_arg

__all__ = ["Partition", "split_module"]


class Partition:
    """The nodes of one submodule: what they take from elsewhere, and what others take from them."""

    def __init__(self, name):
        self.name = name
        self.submod_name = f"submod_{name}"
        self.node_names = []
        self.inputs, self.outputs = {}, {}
        self.dependencies, self.dependents = {}, {}
        self.graph = Graph()
        self.environment = {}
        self.targets = {}

    def __repr__(self):
        return (f"name: {self.name},\n nodes: {self.node_names},\n inputs: {self.inputs},\n outputs: {self.outputs},\n "
                f"partitions depended on: {self.dependencies},\n partition dependents: {self.dependents}")


def _value_at(module, path):
    for part in path.split("."):
        module = getattr(module, part)
    return module


def split_module(m, root_m, split_callback, qualname_map=None, keep_original_order=False, keep_original_node_name=False,
                 keep_original_input_name=True, *, partition_affix=None):
    """A module of submodules submod_NAME, one for each name that split_callback gives to nodes of m."""
    partitions, of = {}, {}

    for node in m.graph.nodes:
        if node.op not in ("placeholder", "get_attr", "output"):  # attributes are read once and passed
            name = str(split_callback(node))
            if partition_affix is not None:
                name = f"{partition_affix}_{name}"
            partitions.setdefault(name, Partition(name)).node_names.append(node.name)
            of[node] = name
    for node in m.graph.nodes:
        for used in node.all_input_nodes:
            a, b = of.get(used), of.get(node)
            if a == b and a is not None:
                continue
            if a is not None:
                partitions[a].outputs.setdefault(used.name, used)
            if b is not None:
                partitions[b].inputs.setdefault(used.name, used)
            if a is not None and b is not None:
                partitions[a].dependents.setdefault(b)
                partitions[b].dependencies.setdefault(a)
    order = _sorted(partitions, keep_original_order)
    for name in order:
        partition = partitions[name]
        for used in partition.inputs.values():
            place = partition.graph.placeholder(used.name, type_expr=used.type)
            place.meta = used.meta.copy()
            partition.environment[used] = place
    for node in m.graph.nodes:
        name = of.get(node)
        if name is None:
            continue
        partition = partitions[name]
        target = node.target
        if node.op == "call_module":
            partition.targets[target] = _value_at(root_m if _has(root_m, target) else m, target)
            if qualname_map is not None:
                qualname_map[f"{partition.submod_name}.{target}"] = target
        values = partition.environment
        made = partition.graph.create_node(node.op, target, map_arg(node.args, lambda n: values[n]), dict(map_arg(node.kwargs, lambda n: values[n])),
                                           node.name if keep_original_node_name else None, node.type)
        made.meta = node.meta.copy()
        values[node] = made
    return _assemble(m, root_m, partitions, order, keep_original_order)


def _has(module, path):
    try:
        _value_at(module, path)
    except AttributeError:
        return False
    return True


def _sorted(partitions, keep_original_order):
    """The names of partitions, each behind those that it depends on."""
    if keep_original_order:
        return list(partitions)
    waiting = {name: len(p.dependencies) for name, p in partitions.items()}
    ready = [name for name in partitions if waiting[name] == 0]
    out = []
    while ready:
        name = ready.pop()
        out.append(name)
        for other in partitions[name].dependents:
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    if len(out) != len(partitions):
        raise RuntimeError("cycle exists between partitions!")
    return out


def _assemble(m, root_m, partitions, order, late):
    """The module of partitions. It reads attributes in front of what needs them where late is set, else in front of everything."""
    graph, values, attributes = Graph(), {}, {}

    def read(node):
        values[node] = graph.get_attr(node.target)
        values[node].meta = node.meta.copy()
        attributes[node.target] = _value_at(root_m if _has(root_m, node.target) else m, node.target)

    def value(node):
        if node not in values:
            read(node)
        return values[node]

    for node in m.graph.nodes:
        if node.op == "placeholder":
            default = node.args[0] if node.args else ...
            values[node] = graph.placeholder(node.target, type_expr=node.type, default_value=default)
            values[node].meta = node.meta.copy()
        elif node.op == "get_attr" and not late:
            read(node)
    for name in order:
        partition = partitions[name]
        outs = tuple(partition.environment[n] for n in partition.outputs.values())
        if outs:
            partition.graph.output(outs[0] if len(outs) == 1 else outs)
        else:
            partition.graph.output(())
        attributes[partition.submod_name] = GraphModule(partition.targets, partition.graph)
        call = graph.call_module(partition.submod_name, tuple(value(n) for n in partition.inputs.values()))
        if len(outs) == 1:
            values[next(iter(partition.outputs.values()))] = call
        else:
            from torch.fx import Proxy

            proxy = Proxy(call)
            for i, n in enumerate(partition.outputs.values()):
                values[n] = proxy[i].node
    end = m.graph.output_node()
    if end is not None:
        graph.output(map_arg(end.args[0], value)).meta = end.meta.copy()
    return GraphModule(attributes, graph)
