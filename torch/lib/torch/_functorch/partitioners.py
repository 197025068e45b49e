"""Ways to cut the joint graph of forward and backward, named by these functions where something is compiled."""
import torch


def default_partition(joint_module, joint_inputs, *, num_fwd_outputs, **kwargs):
    """Saves what the forward computes and the backward reads."""
    from torch._functorch._aot_autograd.cut import cut_where_forward_ends

    return cut_where_forward_ends(joint_module, num_fwd_outputs)


def min_cut_rematerialization_partition(joint_module, joint_inputs, compiler="inductor", *, num_fwd_outputs, **kwargs):
    """Saves as few bytes as possible, and computes cheap operators again."""
    from torch._functorch._aot_autograd.cut import cut_at_least_cost

    return cut_at_least_cost(joint_module, num_fwd_outputs)


def draw_graph(traced, fname, figname="fx_graph", clear_meta=True, prog=None, parse_stack_trace=False, dot_graph_shape=None):
    """Writes a graph as a picture."""
    import copy
    import os

    from torch.fx.passes import graph_drawer

    if clear_meta:
        traced = torch.fx.GraphModule(traced, copy.deepcopy(traced.graph))
        for node in traced.graph.nodes:
            node.meta = {}
    base, ext = os.path.splitext(fname)
    drawn = graph_drawer.FxGraphDrawer(traced, figname, parse_stack_trace=parse_stack_trace, dot_graph_shape=dot_graph_shape)
    drawn.get_dot_graph().write(base + (ext or ".svg"))
