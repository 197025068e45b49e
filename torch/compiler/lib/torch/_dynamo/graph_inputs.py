"""Graphs whose inputs are containers, as backends that want flat ones call them."""

import torch
from torch.utils import _pytree as pytree


class GmWrapper(torch.nn.Module):
    """Calls a module on arguments that come flat."""

    def __init__(self, gm, unflatten_fn):
        super().__init__()
        self.gm = gm
        self.unflatten_fn = unflatten_fn

    def forward(self, *args):
        return self.gm(*self.unflatten_fn(list(args)))


def flatten_graph_inputs(gm, inputs, compile_gm):
    """Compiles a graph whose inputs are containers through compile_gm, which sees what they hold; boxed inputs are emptied as they are handed on."""
    boxed = [i for i, node in enumerate(n for n in gm.graph.nodes if n.op == "placeholder") if node.meta.get("steal_arg", False)]
    if boxed:
        if len(boxed) != 1 or boxed[0] != 0:
            raise AssertionError("Only the first argument can be boxed")
        count = len(inputs[0])

        def flatten_fn(args):
            return [*args[0], *args[1:]]

        def unflatten_fn(flat):
            return (flat[:count], *flat[count:])
    else:
        _, spec = pytree.tree_flatten(inputs)

        def flatten_fn(args):
            return pytree.arg_tree_leaves(*args)

        def unflatten_fn(flat):
            return pytree.tree_unflatten(flat, spec)

    compiled_fn = compile_gm(GmWrapper(gm, unflatten_fn), flatten_fn(inputs))

    def wrapper(*args):
        flat = flatten_fn(args)
        if boxed:
            args[0].clear()
        return compiled_fn(flat) if getattr(compiled_fn, "_boxed_call", False) else compiled_fn(*flat)

    return wrapper
