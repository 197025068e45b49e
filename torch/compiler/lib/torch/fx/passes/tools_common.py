"""Helpers of passes."""

import collections
import heapq
import operator
from dataclasses import dataclass

import torch
from torch.fx.graph import _codegen_of
from torch.fx.graph_module import GraphModule
from torch.fx.node import _get_qualified_name

__all__ = ["get_acc_ops_name", "get_node_target", "is_node_output_tensor", "FxNetAccFusionsFinder", "legalize_graph", "stable_topological_sort"]

CALLABLE_NODE_OPS = {"call_module", "call_function", "call_method"}
Tensors = tuple
TensorOrTensors = torch.Tensor
NodeList = list
NodeSet = set
Names = list


def get_acc_ops_name(k):
    """The name of an operator; those that a module of accelerated operators defines begin with acc_ops."""
    if isinstance(k, str):
        return k
    module = k.__module__
    if module and "acc_ops" in module:
        return f"acc_ops.{k.__name__}"
    return f"{module.replace('torch._ops', 'torch.ops') if module else ''}.{k.__name__}"


def get_node_target(submodules, node):
    """What a node calls, by name: the class of a submodule, the path of a function, a method."""
    if node.op not in CALLABLE_NODE_OPS:
        raise AssertionError("Expect op types of " + ", ".join(CALLABLE_NODE_OPS) + f", but found {node.op}")
    if node.op == "call_module":
        module = submodules[node.target]
        kind = getattr(module, "_base_class_origin", type(module))
        return get_acc_ops_name(kind)
    if node.op == "call_function":
        function = node.target
        return f"acc_ops.{function.__name__}" if function.__module__ is not None and "acc_ops" in function.__module__ else _get_qualified_name(function)
    return node.target


def is_node_output_tensor(node):
    """Whether the value of a node is a tensor, as its meta says."""
    kind = node.meta.get("type")
    return kind is not None and issubclass(kind, torch.Tensor)


@dataclass
class _Group:
    top: object
    nodes: set
    inputs: set
    further: set


class FxNetAccFusionsFinder:
    """Groups of nodes between which values go that are no tensors: such nodes stay together. Gives the group of each node in one."""

    def __init__(self, module, acc_nodes):
        self.module, self.nodes, self.acc_nodes = module, list(module.graph.nodes), acc_nodes

    def __call__(self):
        groups = {}
        for node in self.nodes:
            if node not in self.acc_nodes or node.op not in CALLABLE_NODE_OPS or "tensor_meta" in node.meta or is_node_output_tensor(node):
                continue
            group = {node} | groups.get(node, set())
            for other in [*node.users, *node.all_input_nodes]:
                if other in self.acc_nodes and other.op in CALLABLE_NODE_OPS:
                    group |= {other} | groups.get(other, set())
            for member in group:
                groups[member] = group
        return {node: set(group) for node, group in groups.items()}


def legalize_graph(gm):
    """Brings the nodes into an order in which each stands behind its inputs."""
    return _sorted(gm, stable=False)


def stable_topological_sort(gm):
    """The same; nodes that may stand in several places keep their order."""
    return _sorted(gm, stable=True)


def _sorted(gm, stable):
    graph = gm.graph
    position = {node: i for i, node in enumerate(graph.nodes)}
    waiting = {node: len(node.all_input_nodes) for node in graph.nodes}
    ready = [position[node] for node in graph.nodes if waiting[node] == 0]
    nodes = list(graph.nodes)
    if stable:
        heapq.heapify(ready)
    new, mapping = torch.fx.Graph(), {}
    queue = ready if stable else collections.deque(ready)
    while queue:
        node = nodes[heapq.heappop(queue) if stable else queue.popleft()]
        mapping[node] = new.node_copy(node, lambda n: mapping[n])
        for user in node.users:
            waiting[user] -= 1
            if waiting[user] == 0:
                heapq.heappush(queue, position[user]) if stable else queue.append(position[user])
    if len(mapping) < len(nodes):
        raise RuntimeError(f"Input graph has cycles, unable to add {[node for node in nodes if waiting[node] != 0]}")
    new.set_codegen(_codegen_of(graph))
    gm.graph = new
    return gm
