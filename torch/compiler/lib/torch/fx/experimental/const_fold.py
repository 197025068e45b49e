"""What depends on constants alone is computed once, on the first call."""

import re

import torch.fx
from torch.fx.node import map_arg
from torch.fx.passes.split_module import split_module

__all__ = ["FoldedGraphModule", "get_unique_attr_name_in_module", "split_const_subgraphs"]


class FoldedGraphModule(torch.fx.GraphModule):
    """A module with a part that computes constants, which runs before the first call."""

    def __init__(self, root, graph, const_subgraph=None, fx_const_folded_attrs_name=None, device_for_folded_attrs="cuda"):
        super().__init__(root, graph)
        self.const_subgraph_module = None if const_subgraph is None else torch.fx.GraphModule(root, const_subgraph)
        self.has_folding_been_run = False
        self.fx_const_folded_attrs_name = fx_const_folded_attrs_name
        self.device_for_folded_attrs = device_for_folded_attrs

    def __call__(self, *args, **kwargs):
        if not self.has_folding_been_run:
            self.run_folding()
        return super().__call__(*args)

    def run_folding(self):
        """Computes the constants."""
        if self.const_subgraph_module is None or self.fx_const_folded_attrs_name is None:
            return
        if self.has_folding_been_run:
            raise AssertionError("Folding has already been run")
        self.has_folding_been_run = True
        folded = self.const_subgraph_module()

        def parameter(x):
            return torch.nn.Parameter(x.detach().clone(), requires_grad=x.requires_grad) if isinstance(x, torch.Tensor) else x

        made = torch.nn.ParameterList([parameter(x) for x in folded]) if isinstance(folded, tuple) else parameter(folded)
        setattr(self, self.fx_const_folded_attrs_name, made)


def _inline_module(gm, inline_mod_name):
    """Puts the nodes of a submodule in the place of its call."""
    module = dict(gm.named_modules())[inline_mod_name]
    call = next((n for n in gm.graph.nodes if n.op == "call_module" and n.target == inline_mod_name), None)
    if call is None:
        raise AssertionError(f"Could not find module to inline: {inline_mod_name}")
    given, mapping = list(call.args), {}
    with gm.graph.inserting_before(call):
        for node in module.graph.nodes:
            if node.op == "placeholder":
                mapping[node] = call.kwargs[node.name] if node.name in call.kwargs else given.pop(0)
            elif node.op == "output":
                out = map_arg(node.args, lambda n: mapping[n])[0]
                _replace(gm, call, out)
            else:
                mapping[node] = gm.graph.node_copy(node, lambda n: mapping[n])
    gm.graph.eliminate_dead_code()


def _replace(gm, call, out):
    if isinstance(out, (tuple, list)):
        for user in list(call.users):
            user.replace_all_uses_with(out[user.args[1]])
            gm.graph.erase_node(user)
    else:
        call.replace_all_uses_with(out)
    gm.graph.erase_node(call)


def get_unique_attr_name_in_module(mod_traced, name):
    """A name of an attribute that the module does not have yet."""
    name = re.sub(r"[^0-9a-zA-Z_]+", "_", name)
    if name[0].isdigit():
        name = f"_{name}"
    while hasattr(mod_traced, name):
        match = re.match(r"(.*)_(\d+)$", name)
        name = name + "_1" if match is None else f"{match.group(1)}_{int(match.group(2)) + 1}"
    return name


def split_const_subgraphs(module, skip_folding_node_fn=None, device_for_folded_attrs="cpu"):
    """A FoldedGraphModule of a module, of which skip_folding_node_fn may keep nodes from being computed beforehand."""
    traced = torch.fx.symbolic_trace(module) if not isinstance(module, torch.fx.GraphModule) else module
    constant, found = set(), False
    for node in traced.graph.nodes:
        if node.op in ("placeholder", "output"):
            continue
        if node.op != "get_attr" and not set(node.all_input_nodes) <= constant:
            continue
        if skip_folding_node_fn and skip_folding_node_fn(node):
            continue
        if node.is_impure():
            continue
        constant.add(node)
        found = found or node.op != "get_attr"
    if not found:
        return FoldedGraphModule(traced, traced.graph)
    split = split_module(traced, module, lambda node: 0 if node in constant else 1)
    const_name, rest_name = "submod_0", "submod_1"
    const_gm, rest_gm = split.submod_0, split.submod_1
    for node in rest_gm.graph.nodes:
        if node.op == "call_module":
            setattr(split, node.target, getattr(rest_gm, node.target))
    _inline_module(split, rest_name)
    for node in const_gm.graph.nodes:
        if node.op == "call_module":
            setattr(split, node.target, getattr(const_gm, node.target))
        elif node.op == "get_attr" and not hasattr(split, node.target.split(".")[0]):
            setattr(split, node.target, getattr(const_gm, node.target))
    call = next(n for n in split.graph.nodes if n.op == "call_module" and n.target == const_name)
    for place, given in zip([n for n in const_gm.graph.nodes if n.op == "placeholder"], call.args):  # what it is given are attributes
        with const_gm.graph.inserting_before(place):
            read = const_gm.graph.create_node("get_attr", given.target)
        place.replace_all_uses_with(read)
        const_gm.graph.erase_node(place)
    name = get_unique_attr_name_in_module(traced, "_FX_CONST_FOLDED_ATTRS")
    setattr(split, name, torch.nn.ParameterList() if isinstance(const_gm.graph.output_node().args[0], tuple) else torch.nn.Parameter())
    for node in list(split.graph.nodes):
        if node.op == "call_module" and node.target == const_name:
            with split.graph.inserting_before(node):
                folded = split.graph.get_attr(name)
            folded.meta = node.meta.copy()
            node.replace_all_uses_with(folded)
            split.graph.erase_node(node)
    split.graph.eliminate_dead_code()
    return FoldedGraphModule(split, split.graph, const_gm.graph, name, device_for_folded_attrs)
