"""Modules made faster for evaluation."""

import copy

import torch
from torch import fx, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

__all__ = ["matches_module_pattern", "replace_node_module", "fuse", "remove_dropout", "extract_subgraph", "optimize_for_inference"]


def _parent_name(target):
    *parent, name = target.rsplit(".", 1)
    return parent[0] if parent else "", name


def matches_module_pattern(pattern, node, modules):
    """Whether a call of a module of the last class of pattern reads only one of the class before."""
    if len(node.args) == 0:
        return False
    for expected, n in zip(pattern, (node.args[0], node)):
        if not isinstance(n, fx.Node) or n.op != "call_module" or not isinstance(n.target, str) or n.target not in modules or type(modules[n.target]) is not expected:
            return False
    return True


def replace_node_module(node, modules, new_module):
    """Puts another module in the place of the one that a node calls."""
    parent, name = _parent_name(node.target)
    modules[node.target] = new_module
    setattr(modules[parent], name, new_module)


def fuse(model, inplace=False, no_trace=False):
    """The model, for evaluation, with batch norms that follow convolutions made part of these."""
    patterns = [(nn.Conv1d, nn.BatchNorm1d), (nn.Conv2d, nn.BatchNorm2d), (nn.Conv3d, nn.BatchNorm3d)]
    if not inplace:
        model = copy.deepcopy(model)
    gm = fx.symbolic_trace(model) if not no_trace or not isinstance(model, torch.fx.GraphModule) else model
    modules = dict(gm.named_modules())
    graph = copy.deepcopy(gm.graph)
    for pattern in patterns:
        for node in list(graph.nodes):
            if not matches_module_pattern(pattern, node, modules) or len(node.args[0].users) > 1:
                continue
            conv, bn = modules[node.args[0].target], modules[node.target]
            if not bn.track_running_stats:
                continue
            replace_node_module(node.args[0], modules, fuse_conv_bn_eval(conv, bn))
            node.replace_all_uses_with(node.args[0])
            graph.erase_node(node)
    return fx.GraphModule(gm, graph)


def remove_dropout(model):
    """The model without dropout."""
    gm = fx.symbolic_trace(model)

    class DropoutRemover(torch.fx.Transformer):
        def call_module(self, target, args, kwargs):
            if isinstance(self.submodules[target], nn.Dropout):
                if len(args) != 1:
                    raise AssertionError("a dropout takes one argument")
                return args[0]
            return super().call_module(target, args, kwargs)

    return DropoutRemover(gm).transform()


def optimize_for_inference(model, pass_config=None, tracer=fx.Tracer):
    """A graph of a model in evaluation mode without dropout, in which batch norms are part of the convolutions before them. Layouts of tensors stay as they are: no
    kernel here asks for one of its own."""
    asked = {"conv_bn_fuse": True, "remove_dropout": True, "mkldnn_layout_optimize": {"heuristic": None}, **(pass_config or {})}
    if asked["conv_bn_fuse"]:
        model = fuse(model)
    if asked["remove_dropout"]:
        model = remove_dropout(model)
    layout = asked["mkldnn_layout_optimize"]
    if layout is not False and not isinstance(layout, dict):
        raise RuntimeError("mkldnn_layout_optimize config is not a dict")
    if layout is not False and "heuristic" not in layout:
        raise RuntimeError("Heuristic not found in mkldnn_layout_optimize config")
    return fx.GraphModule(model, tracer().trace(copy.deepcopy(model)))


def extract_subgraph(orig_module, nodes, inputs, outputs):
    """A GraphModule of nodes with these inputs and outputs."""
    graph, env = fx.Graph(), {}
    for i in inputs:
        env[i] = graph.placeholder(i.name)
    for node in nodes:
        env[node] = graph.node_copy(node, lambda x: env[x])
    graph.output([env[o] for o in outputs])
    graph.lint()
    return fx.GraphModule(orig_module, graph)
