"""Stretches of a program that run with gradients switched otherwise, or under autocast: they become graphs of their own, called by wrap_with_set_grad_enabled or wrap_with_autocast."""

import operator

import torch
from torch._C._dynamo import eval_frame as _c
from torch.autograd.function import _outer_modes
from torch.fx import Graph, GraphModule

__all__ = ["Switches", "wrap_autocast", "wrap_modes"]


class Switches:
    """The switches of gradients that a program makes while it is recorded, each with how many nodes there were."""

    def __init__(self, nodes, strict):
        self.nodes, self.strict, self.outer, self.made = nodes, strict, torch.is_grad_enabled(), []

    def note(self, mode):
        """The program switches to a mode. That forward runs without gradients is no choice of the program's, though Dynamo says so where the function is
        differentiated; inference mode is not seen."""
        chosen = not _outer_modes or self.strict and _outer_modes[0][1]
        if chosen and not torch.is_inference_mode_enabled():
            self.made.append((len(self.nodes), bool(mode)))

    def parts(self):
        """What runs in one mode, with the nodes that were made there: a part begins at each switch."""
        bounds = [0, *(at for at, _ in self.made), len(self.nodes)]
        modes = [self.outer, *(mode for _, mode in self.made)]
        return [(mode, self.nodes[start:end]) for mode, start, end in zip(modes, bounds, bounds[1:])]


def wrap_modes(gm, switches, regions=()):
    """Wraps the parts of a program whose mode is not the outer one. What ran under autocast, by node, is wrapped next, and has the first numbers."""
    parts = _with_assertions(gm.graph, switches.parts())
    taken = len(_parts(gm, regions, 0)) if regions else 0
    label, following = taken or len(parts), [gm.graph.output_node()]
    for _, nodes in reversed(parts[1:]):
        following.append(nodes[0] if nodes else following[-1])
    for i, (mode, nodes) in enumerate(parts):
        if mode != switches.outer:
            number = taken + i
            _wrap(gm, nodes, torch.ops.higher_order.wrap_with_set_grad_enabled, (mode,), number, number if taken else label, before=nodes[0] if nodes else following[len(parts) - 1 - i])
            label += 1


def _with_assertions(graph, parts):
    """The parts with what was put behind their nodes after these were recorded."""
    of, made, now = {n: i for i, (_, nodes) in enumerate(parts) for n in nodes}, [(mode, []) for mode, _ in parts], 0
    for node in graph.nodes:
        if node.op == "call_function":
            now = of.get(node, now)
            made[now][1].append(node)
    return made


def _parts(gm, regions, depth):
    """The stretches of a graph that ran in one region, and those between them, whose region is None."""
    parts = []
    for node in gm.graph.nodes:
        if node.op not in ("call_function", "get_attr"):
            continue
        region = regions[node][depth] if len(regions.get(node, ())) > depth else None
        if region is None:
            if parts and parts[-1][0] is not None:
                parts.append((None, []))
        elif parts and parts[-1][0] is region:
            parts[-1][1].append(node)
        else:
            parts.append((region, [node]))
    return parts


def wrap_autocast(gm, regions, strict, depth=0):
    """Wraps the nodes of a graph that ran under autocast; regions has those that a node ran in, the outermost first. Those within others are wrapped within them."""
    parts = _parts(gm, regions, depth)  # each has a number
    label = len(parts) + 1
    for i, (region, nodes) in enumerate(parts):
        if region is None:
            continue
        device, dtype, enabled, cache = region._said
        said = (device, dtype, enabled, cache) if strict else (device, region.fast_dtype, enabled, bool(cache))
        stacks = {n: regions.get(n, ()) for n in nodes}
        _wrap(gm, nodes, torch.ops.higher_order.wrap_with_autocast, said, i + 1, label, depth == 0, lambda sub, copies: wrap_autocast(sub, {copies[n]: stacks[n] for n in nodes}, strict, depth + 1))
        label += 1


def _wrap(gm, nodes, operator_of_region, said, number, label, renamed=False, within=None, before=None):
    places = [n for n in gm.graph.nodes if n.op == "placeholder"]
    names = {n: f"arg{i}_1" for i, n in enumerate(places)} if renamed else {}  # before inputs got the names of the program's
    graph, inside, values, inputs = Graph(), set(nodes), {}, []
    for node in nodes:
        for used in node.all_input_nodes:
            if used not in inside and used not in values:
                inputs.append(used)
                values[used] = graph.placeholder(names.get(used, used.name))
                values[used].meta = dict(used.meta)
    for node in nodes:
        values[node] = graph.node_copy(node, lambda n: values[n])
    outputs = list(dict.fromkeys(used for node in gm.graph.nodes if node not in inside for used in node.all_input_nodes if used in inside))  # in the order in which they are read
    graph.output(tuple(values[n] for n in outputs))
    target = f"submod_{number}"
    sub = GraphModule(gm, graph)
    type(sub).__name__ = target
    if within is not None:
        within(sub, values)
        sub.recompile()
    gm.add_submodule(target, sub)
    replaced = {}
    with gm.graph.inserting_before(before or nodes[0]):
        held = gm.graph.create_node("get_attr", target, name=f"submod_{label}")
        call = gm.graph.call_function(operator_of_region, (*said, held, *inputs))
        call.meta["val"] = tuple(n.meta.get("val") for n in outputs)
        for i, n in enumerate(outputs):
            item = gm.graph.call_function(operator.getitem, (call, i))
            item.meta = dict(n.meta)
            _c.describe_as(item, n)
            _c.stand_for(item, n)
            n.replace_all_uses_with(item)
            replaced[n] = item
    names = [n.name for n in outputs]
    for node in reversed(nodes):
        gm.graph.erase_node(node)
    for item, name in zip([call] if len(names) == 1 else list(replaced.values()), names):
        _c.name_exactly(item, name)
    return replaced
