"""Ways to export that are being tried out: with the backward pass, and at the first call."""

import functools
import types

import torch
from torch.export._core import core_decompositions
from torch.export._decompose import decomposed

__all__ = []


def _export_forward_backward(ep, joint_loss_index=0):
    """The program with the gradients of a loss, one of its results, by its parameters and inputs."""
    made = decomposed(ep, core_decompositions(), joint_loss_index)
    graph = made.graph_module.graph
    for node in graph.find_nodes(op="call_function", target=torch.ops.aten.detach.default):
        node.replace_all_uses_with(node.args[0])
        made.graph_signature.replace_all_uses(node.name, node.args[0].name)
        graph.erase_node(node)
    made.graph_module.recompile()
    return made


def _sticky_export(forward_func, dynamic_shapes_callback=None):
    """A forward that exports its module when it is first called and runs the program; the callback says which sizes stay open."""
    model, original = forward_func.__self__, forward_func.__func__

    @functools.wraps(forward_func)
    def wrapper(*args, **kwargs):
        model.forward = types.MethodType(original, model)
        try:
            shapes = dynamic_shapes_callback(*args, **kwargs) if dynamic_shapes_callback else None
            wrapper._exported_artifact = torch.export.export(model, args, kwargs, dynamic_shapes=shapes).module()
        finally:
            model.forward = wrapper
        return wrapper._exported_artifact(*args, **kwargs)

    return wrapper
