"""A graph cut into modules by tags on its nodes."""

import copy
from dataclasses import dataclass, field

import torch.fx
from torch.fx.graph import map_arg
from torch.fx.passes.utils import HolderModule, lift_subgraph_as_module

from .tools_common import CALLABLE_NODE_OPS, is_node_output_tensor

__all__ = ["getattr_recursive", "setattr_recursive", "Component", "split_by_tags"]


def getattr_recursive(obj, name):
    """An attribute by its path; None where a list on the way has no such item."""
    for part in name.split("."):
        if isinstance(obj, torch.nn.ModuleList):
            if hasattr(obj, "_modules") and part in obj._modules:
                obj = obj._modules[part]
            else:
                return None
        elif hasattr(obj, part):
            obj = getattr(obj, part)
        else:
            return None
    return obj


def setattr_recursive(obj, attr, value):
    """Sets an attribute by its path."""
    head, _, rest = attr.partition(".")
    if rest:
        setattr_recursive(getattr(obj, head), rest, value)
    else:
        setattr(obj, head, value)


@dataclass
class Component:
    """A part that becomes a module."""

    graph: torch.fx.Graph
    order: int
    name: str
    input_placeholders: list = field(default_factory=list)
    orig_inputs: list = field(default_factory=list)
    orig_outputs: list = field(default_factory=list)
    getattr_maps: dict = field(default_factory=dict)
    constructor_args: list = field(default_factory=list)
    gm: object = None


def split_by_tags(gm, tags, return_fqn_mapping=False, return_tuple=False, GraphModuleCls=torch.fx.GraphModule):
    """gm as calls of one module for each of tags, in this order; each node that computes has one of them as its attribute tag."""
    components, of, used, main_of, main = [], {}, {}, {}, torch.fx.Graph()
    by_tag = {}
    for tag in tags:
        component = Component(torch.fx.Graph(), len(components), f"{tag}")
        components.append(component)
        by_tag[tag] = component
    inside = {}
    constants = {}

    def flatten(args):
        found = []
        map_arg(args, found.append)
        return found

    for node in gm.graph.nodes:
        if node.op == "output":
            if len(node.all_input_nodes) == 0:
                raise RuntimeError("Output node has no inputs")
            for n in node.all_input_nodes:
                used.setdefault(n, None)
            result = node
            continue
        if node.op == "placeholder":
            main_of[node] = main.placeholder(node.name, type_expr=node.type)
            main_of[node].meta = copy.copy(node.meta)
            continue
        if node.op == "get_attr":
            constants[node] = node
            continue
        if not hasattr(node, "tag"):
            raise AssertionError(f"Node should have tag: {node}")
        component = by_tag[node.tag]
        of[node] = component
        upstream = [of[x] for x in node.all_input_nodes if x in of]
        latest = max((c.order for c in upstream), default=0)
        if component.order < latest:
            raise AssertionError(f"Component {component.name} order must be >= max of its upstream components, order={component.order} and max={latest}")

        def remap(x, component=component):
            if x in constants:
                if x not in component.getattr_maps:
                    component.getattr_maps[x] = component.graph.get_attr(x.target, type_expr=x.type)
                    component.getattr_maps[x].meta = copy.copy(x.meta)
                return component.getattr_maps[x]
            if of.get(x) is component:
                return inside[x]
            if x not in component.orig_inputs:
                component.orig_inputs.append(x)
                made = component.graph.placeholder(x.name, type_expr=x.type)
                made.meta = copy.copy(x.meta)
                component.input_placeholders.append(made)
                used.setdefault(x, None)
            return component.input_placeholders[component.orig_inputs.index(x)]

        inside[node] = component.graph.node_copy(node, remap)
        inside[node].tag = node.tag
    for node in used:
        if node in of:
            of[node].orig_outputs.append(node)
    for component in components:
        order = {n: i for i, n in enumerate(gm.graph.nodes)}
        component.orig_outputs.sort(key=order.get)
    root, mapping = HolderModule({}), {}
    for component in components:
        outs = tuple(inside[n] for n in component.orig_outputs)
        component.graph.output(outs if return_tuple or len(outs) != 1 else outs[0])
        component.gm, moved = lift_subgraph_as_module(gm, subgraph=component.graph, comp_name=component.name)
        mapping.update(moved)
        call = main.call_module(component.name, args=tuple(main_of[x] if x in main_of else main.get_attr(x.target) for x in component.orig_inputs), kwargs=None)
        if len(component.orig_outputs) == 1 and not return_tuple:
            main_of[component.orig_outputs[0]] = call
        else:
            for i, x in enumerate(component.orig_outputs):
                main_of[x] = torch.fx.Proxy(call)[i].node
        setattr(root, component.name, component.gm)
    main.output(map_arg(result.args[0], lambda n: main_of[n] if n in main_of else main.get_attr(n.target)))
    for node in constants:
        if not hasattr(root, node.target.split(".")[0]):
            setattr(root, node.target, getattr_recursive(gm, node.target))
    out = GraphModuleCls(root, main)
    return (out, mapping) if return_fqn_mapping else out
