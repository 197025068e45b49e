"""Helpers for modules made of a part of a graph."""

import torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.nn import Module

from .matcher_utils import SubgraphMatcher

__all__ = ["HolderModule", "lift_subgraph_as_module", "compare_graphs"]


class HolderModule(Module):
    """A module that holds others by their names."""

    def __init__(self, d):
        super().__init__()
        for name, module in d.items():
            self.add_module(name, module)


def lift_subgraph_as_module(gm, subgraph, comp_name="", class_name="GraphModule"):
    """A GraphModule of a part of gm's graph with the submodules and attributes that it uses, and where these were in gm, by their new paths."""
    root, moved = HolderModule({}), {}
    for node in subgraph.nodes:
        if node.op not in ("call_module", "get_attr"):
            continue
        target = node.target
        *path, last = target.split(".")
        old, new = gm, root
        for name in path:
            old = getattr(old, name)
            if not hasattr(new, name):
                new.add_module(name, HolderModule({}))
            new = getattr(new, name)
        if not hasattr(new, last):
            setattr(new, last, getattr(old, last))
        moved[target] = f"{comp_name}.{target}"
    return GraphModule(root, subgraph, class_name), moved


def compare_graphs(left, right):
    """Whether two graphs are the same but for the names of nodes."""
    matches = SubgraphMatcher(left, match_output=True, match_placeholder=True).match(right)
    return len(matches) > 0
