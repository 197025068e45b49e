"""Regions of a graph that are the same become calls of one graph (config.use_graph_deduplication)."""

import logging
import operator
from collections import defaultdict, deque

import torch
from torch._C._dynamo import eval_frame as _c
from torch.amp import autocast_mode
from torch.fx import Graph, GraphModule
from torch.utils._ordered_set import OrderedSet

from . import config
from .graph_region_tracker import GraphRegionTracker
from .graph_utils import _detect_cycles, _get_flat_args, _get_flat_args_unique

log = logging.getLogger(__name__)

UsageIndex = tuple[int, int]  # of a node in a region, and of a node among its arguments

last_node_to_additional_deps = None  # of the last graph that regions were replaced in


def _deduplicate(gm):
    """The module with the identical regions of its graph replaced, for the tracer."""
    made = apply_graph_deduplication(_Output(gm))
    for name, body in made.items():
        called = next(node for node in gm.graph.find_nodes(op="get_attr") if node.target == name)
        _drop_unread_results(body, called.users)
        for item in [item for call in called.users for item in _items(call)]:
            if not item.users:
                gm.graph.erase_node(item)
    if config.canonicalize_output_graph_node_order:
        _c.canonicalize(gm.graph)
    for node in gm.graph.find_nodes(op="get_attr"):  # in the order in which the graph has them
        if body := made.pop(node.target, None):
            delattr(gm, node.target)
            setattr(gm, node.target, body)
    gm.recompile()
    return gm


def _drop_unread_results(body, calls):
    """Leaves those results of a graph that any of its calls reads."""
    output = body.graph.output_node()
    items = [item for call in calls for item in _items(call)]
    read = sorted({item.args[1] for item in items if item.users})
    if not 0 < len(read) < len(output.args[0]):
        return
    output.args = (tuple(output.args[0][i] for i in read),)
    for item in items:
        if item.args[1] in read:
            item.args = (item.args[0], read.index(item.args[1]))
        else:
            item.graph.erase_node(item)
    body.recompile()


class _Output:
    """The graph of a trace as apply_graph_deduplication changes it."""

    def __init__(self, gm):
        self.gm, self.graph, self.nn_modules = gm, gm.graph, dict(gm.named_modules())
        self.region_tracker = GraphRegionTracker._of(gm.graph)

    def install_subgraph(self, stem, module):
        number = 0
        while hasattr(self.gm, f"{stem}_{number}"):
            number += 1
        setattr(self.gm, f"{stem}_{number}", module)
        return f"{stem}_{number}"


def apply_graph_deduplication(output_graph):
    """Makes a graph of one region of each group, and has all of the group call it; gives the new graphs by name.

    A region stays as it is where a call would change its operands, or give what shares memory with them.
    """
    global last_node_to_additional_deps
    graph, tracker = output_graph.graph, output_graph.region_tracker
    changes = tracker.node_to_mutated_arg_positions
    groups = tracker.get_identical_regions(graph)
    dependencies = last_node_to_additional_deps = _populate_additional_deps(graph, changes)
    made = {}
    for group in groups:
        outputs = _get_all_output_indices(group)
        body = _Body(group[0], outputs)
        if not body.usages:  # nothing goes in
            continue
        module = GraphModule(output_graph.nn_modules, body.graph)
        name = output_graph.install_subgraph("subgraph", module)
        made[name] = module
        first = next(iter(graph.nodes))
        with graph.inserting_before(first):
            called = graph.create_node("get_attr", name, (), {})
        for region in group:
            _replace(graph, region, body, called, name, dependencies, changes)
    _stable_topological_sort(graph, dependencies)
    return made


def _is_tuple_node(node):
    return isinstance(node.meta["example_value"], tuple)


def _items(node):
    """The nodes that take an item of a tuple."""
    return [user for user in node.users if user.target is operator.getitem and isinstance(user.args[1], int)]


def _get_all_output_indices(regions):
    """The places of the nodes that something outside reads, in any of the regions."""
    return sorted({i for region in regions for i, node in enumerate(region) if any(user not in region for user in node.users)})


def _get_external_inputs(region):
    """What a region reads from outside, with the places where it does."""
    usages, inside = defaultdict(OrderedSet), set(region)
    for i, node in enumerate(region):
        for at, argument in enumerate(_get_flat_args(node, {})):
            if argument not in inside:
                usages[argument].add((i, at))
    return usages


class _Body:
    """The graph of a region.

    usages has the places where each input is read, items the places of the nodes that take a tuple of the outside apart, by the first place where it is read:
    these stay outside, and their values are the inputs. paths has, for each output that is a tuple, where its items are among the results.
    """

    def __init__(self, region, outputs):
        self.graph, self.outputs = Graph(), outputs
        self.usages, self.items, self.paths = [], {}, {}
        stands, outside = {}, set()
        for node, usages in _get_external_inputs(region).items():
            if _is_tuple_node(node):
                taken = self.items[next(iter(usages))] = _flattened(node, region)
                for i in taken:
                    stands[region[i]] = self.graph.placeholder(f"supgraph_input_{node.name}_flattened_{i}")
                    outside.add(region[i])
            else:
                stands[node] = self.graph.placeholder(f"subgraph_input_{node.name}")
            self.usages.append(usages)
        results = []
        for i, node in enumerate(region):
            if node in outside:
                continue
            copied = stands[node] = self.graph.node_copy(node, lambda old: stands.get(old, old))
            if i not in outputs:
                continue
            if _is_tuple_node(node):
                items, self.paths[i] = _take_apart(node, copied, self.graph)
                results.extend(items)
            else:
                results.append(copied)
        self.graph.output(tuple(results))


def _flattened(node, region):
    """The places in a region of the nodes that take items of a tuple of the outside for something in it."""
    place, found, waiting = {n: i for i, n in enumerate(region)}, OrderedSet(), deque(_items(node))
    while waiting:
        item = waiting.popleft()
        if any(user in place for user in item.users):
            found.add(place[item])
        waiting.extend(_items(item))
    return found


def _take_apart(node, copied, graph):
    """Nodes for the items of a tuple, and of those in it, and where among these each path leads."""
    items, paths = [], {}
    waiting = deque((value, (i,), copied) for i, value in enumerate(node.meta["example_value"]))
    while waiting:
        value, path, parent = waiting.popleft()
        with graph.inserting_after(parent):
            item = graph.create_node("call_function", operator.getitem, (parent, path[-1]), {})
        item.meta["example_value"] = value
        paths[path] = len(items)
        items.append(item)
        if isinstance(value, tuple):
            waiting.extend((inner, (*path, i), item) for i, inner in enumerate(value))
    return items, paths


def _replace(graph, region, body, called, name, dependencies, changes):
    """Puts a call in the place of a region."""
    operands, outside = [], OrderedSet()
    for usages in body.usages:
        if any(at in changes.get(region[i], ()) for i, at in usages):
            log.debug("NYI: Failed to substitute region %s due to mutation", region)
            return
        first = next(iter(usages))
        if first in body.items:
            taken = [region[i] for i in body.items[first]]
            outside.update(taken)
            operands.extend(taken)
        else:
            operands.append(_get_flat_args(region[first[0]], {})[first[1]])
    if _has_aliasing(region, operands, body.outputs, outside):
        return
    call = graph.create_node("call_function", torch.ops.higher_order.invoke_subgraph, (called, name, *operands), {})
    at, erased = 0, OrderedSet()
    for i in body.outputs:
        node = region[i]
        if _is_tuple_node(node):
            erased.update(_replace_items(node, at, body.paths[i], call, graph))
            at += len(body.paths[i])
        else:
            result = graph.create_node("call_function", operator.getitem, (call, at), {})
            node.replace_all_uses_with(result, propagate_meta=True)
            at += 1
    for node in reversed(region):
        if node in outside:
            continue
        if node not in erased:
            graph.erase_node(node)
        dependencies.pop(node, None)
        for others in dependencies.values():
            if node in others:
                others.remove(node)
                others.add(call)
    if config.graph_deduplication_lint:
        print(_detect_cycles(graph, dependencies))
        _stable_topological_sort(graph, dependencies)
        graph.lint()


def _replace_items(node, at, paths, call, graph):
    """Has what reads items of a tuple read results of the call."""
    erased, waiting = OrderedSet(), deque((item, (item.args[1],)) for item in _items(node))
    while waiting:
        item, path = waiting.pop()
        waiting.extend((inner, (*path, inner.args[1])) for inner in _items(item))
        with graph.inserting_after(call):
            result = graph.create_node("call_function", operator.getitem, (call, at + paths[path]), {})
        item.replace_all_uses_with(result, propagate_meta=True)
        graph.erase_node(item)
        erased.add(item)
    graph.erase_node(node)
    erased.add(node)
    return erased


def _has_aliasing(region, inputs, outputs, outside):
    """Whether inputs and results of a region share memory, with each other or among themselves."""
    nodes = [n for n in (*inputs, *(region[i] for i in outputs)) if n not in outside]
    for i, node in enumerate(nodes):
        for other in nodes[:i]:
            if _c.nodes_share_memory(other, node):
                log.debug("NYI: Failed to substitute region %s due to aliasing detected at nodes %s, %s", region, other, node)
                return True
    return False


def _populate_additional_deps(graph, node_to_mutated_arg_positions):
    """What nodes come behind, beside their arguments: reads of a tensor before it is changed, and the change; what is under autocast, its begin and end."""
    dependencies = defaultdict(OrderedSet)
    _add_mutation_dependencies(node_to_mutated_arg_positions, dependencies)
    _add_global_state_dependencies(graph, dependencies)
    return dependencies


def _add_mutation_dependencies(node_to_mutated_arg_positions, node_to_additional_deps):
    for node, places in node_to_mutated_arg_positions.items():
        arguments = _get_flat_args(node, {})
        for place in places:
            for user in arguments[place].users:
                if user < node:
                    node_to_additional_deps[node].add(user)
                elif user > node:
                    node_to_additional_deps[user].add(node)


def _add_global_state_dependencies(graph, node_to_additional_deps):
    switches, before, behind = (autocast_mode._enter_autocast, autocast_mode._exit_autocast), [], []
    for node in graph.nodes:
        arguments = _get_flat_args_unique(node, {})
        if more := [n for n in behind if n not in arguments]:
            node_to_additional_deps[node].update(more)
        if node.target in switches:
            node_to_additional_deps[node].update(n for n in before if n not in arguments)
            behind.append(node)
        before.append(node)


def _stable_topological_sort_impl(graph, node_to_additional_deps, do_sort=True, region=None):
    """Moves nodes behind what they depend on, others stay in their order; tells whether that was possible."""
    pending = list(reversed(region or graph.nodes))
    ready, waiting, outputs, last = set(), defaultdict(list), set(), None
    while pending:
        node = pending.pop()
        if node.op == "output":
            outputs.add(node)
            continue
        missing = [x for x in _get_flat_args_unique(node, node_to_additional_deps) if x not in ready and (region is None or x in region)]
        if missing:
            waiting[missing[-1]].append(node)
            continue
        ready.add(node)
        if last is not None and last.next is not node and do_sort:
            last.append(node)
        last = node
        pending.extend(reversed(waiting.pop(node, ())))
    return not waiting and len(ready | outputs) == len(region if region is not None else graph.nodes)


def _stable_topological_sort(graph, node_to_additional_deps):
    if not _stable_topological_sort_impl(graph, node_to_additional_deps):
        raise AssertionError("stable topological sort failed")


def _stable_topological_sort_region(graph, region):
    if not _stable_topological_sort_impl(graph, {}, region=region):
        raise AssertionError("stable topological sort of region failed")


def _has_cycle(graph, node_to_additional_deps):
    return not _stable_topological_sort_impl(graph, node_to_additional_deps, do_sort=False)
