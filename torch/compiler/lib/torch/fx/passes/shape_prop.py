"""ShapeProp runs a graph and notes the shape of each value."""

import traceback
from typing import Any, NamedTuple

import torch
from torch.fx import Interpreter
from torch.fx.node import map_aggregate

__all__ = ["TensorMetadata", "ShapeProp"]


class TensorMetadata(NamedTuple):
    """What is noted of a tensor."""

    shape: torch.Size
    dtype: torch.dtype
    requires_grad: bool
    stride: tuple[int, ...]
    memory_format: torch.memory_format | None
    is_quantized: bool
    qparams: dict[str, Any]


def _extract_tensor_metadata(result, include_contiguity=True):
    layout = None
    if include_contiguity:
        for candidate in (torch.contiguous_format, torch.channels_last, torch.channels_last_3d):
            if candidate is torch.channels_last and result.dim() != 4 or candidate is torch.channels_last_3d and result.dim() != 5:
                continue
            if result.is_contiguous(memory_format=candidate):
                layout = candidate
                break
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(), layout, False, {})


class ShapeProp(Interpreter):
    """Runs a module's graph; node.meta gets "tensor_meta" and "type"."""

    def __init__(self, gm, fake_mode=None):
        super().__init__(gm)

    def run_node(self, n):
        try:
            result = super().run_node(n)
        except Exception as e:
            traceback.print_exc()
            raise RuntimeError(f"ShapeProp error for: node={n.format_node()} with meta={n.meta}") from e
        found = False

        def describe(x):
            nonlocal found
            if isinstance(x, torch.Tensor):
                found = True
                return _extract_tensor_metadata(x)
            return x

        meta = map_aggregate(result, describe)
        if found:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        """Runs the graph on arguments; gives its result."""
        return super().run(*args)
