"""What every node of an exported graph says of itself, also those that no call of the program has made."""

import torch
from torch._ops import HigherOrderOperator
from torch.fx.passes.shape_prop import _extract_tensor_metadata

_NOWHERE = "_empty_nn_module_stack_from_metadata_hook"


def complete(graph, mod):
    """Adds what nodes lack: inputs the description of their tensors, sizes and assertions where they belong and what they call."""
    stack = {"L__self__": ("", f"{type(mod).__module__}.{type(mod).__qualname__}")}
    for node in graph.nodes:
        meta = node.meta
        if node.op == "placeholder":
            value = meta.get("val")
            if isinstance(value, torch.Tensor) and "tensor_meta" not in meta:
                meta["tensor_meta"] = _extract_tensor_metadata(value, all(type(n) is int for n in value.shape))
        elif node.op == "call_function":
            name = node.target.__name__
            if name.startswith("_assert_"):
                meta.setdefault("val", None)
                meta.pop("torch_fn", None)  # of the call that it was made for
            if "torch_fn" not in meta and not isinstance(node.target, HigherOrderOperator):
                meta.setdefault("nn_module_stack", dict(stack) if "stack_trace" in meta else {_NOWHERE: (_NOWHERE, _NOWHERE)})
                meta["torch_fn"] = (f"{name}_0", f"{type(node.target).__name__}.{name}")
                meta.setdefault("custom", {})
            stack = meta.get("nn_module_stack") or stack
