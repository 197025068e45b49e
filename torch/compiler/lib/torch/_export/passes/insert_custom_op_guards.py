"""Checks in front of operators that what they are given is of the kind that they were seen with."""

import torch
from torch._library.fake_profile import OpProfile, TensorMetadata
from torch.utils import _pytree as pytree

__all__ = ["OpProfile", "get_op_profiles", "insert_custom_op_guards"]


def _calls(gm, ops_to_guard):
    return [n for n in gm.graph.nodes if n.op == "call_function" and str(n.target) in ops_to_guard]


def insert_custom_op_guards(gm, ops_to_guard):
    """Puts a check of element type, device and layout in front of each call for each tensor that it takes."""
    for node in _calls(gm, ops_to_guard):
        with gm.graph.inserting_before(node):
            for arg in pytree.tree_leaves((node.args, node.kwargs)):
                val = arg.meta.get("val") if isinstance(arg, torch.fx.Node) else None
                if isinstance(val, torch.Tensor):
                    gm.graph.call_function(torch.ops.aten._assert_tensor_metadata.default, (arg,), {"dtype": val.dtype, "device": val.device, "layout": val.layout})
    gm.recompile()


def get_op_profiles(gm, ops_to_guard):
    """What a graph gives to operators and has of them."""
    profiles = {}
    for node in _calls(gm, ops_to_guard):
        def known(x):
            return TensorMetadata.maybe_from_tensor(x.meta.get("val")) if isinstance(x, torch.fx.Node) else None

        out = node.meta["val"]
        made = tuple(map(TensorMetadata.maybe_from_tensor, out)) if isinstance(out, (list, tuple)) else TensorMetadata.maybe_from_tensor(out)
        profiles.setdefault(str(node.target), set()).add(OpProfile(tuple(map(known, pytree.tree_leaves((node.args, node.kwargs)))), made))
    return profiles
