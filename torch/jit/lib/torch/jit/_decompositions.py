"""Functions of the language of scripts that stand for operators."""

import torch
from torch import Tensor
from typing import List, Optional, Union

__all__ = []

aten = torch.ops.aten
decomposition_table = {}
function_name_set = set()


def register_decomposition(aten_op, registry=None):
    """Let the decorated function stand for an operator."""

    def decorator(f):
        table = decomposition_table if registry is None else registry
        if not isinstance(aten_op, torch._ops.OpOverload):
            raise AssertionError(f"Expected OpOverload, got {type(aten_op)}")
        if aten_op._schema in table or str(aten_op._schema) in table:
            raise AssertionError(f"{aten_op._schema} already has a decomposition registered")
        if f.__name__ in function_name_set:
            raise AssertionError(f"Conflicting function name: {f.__name__}")
        function_name_set.add(f.__name__)
        table[str(aten_op._schema)] = torch.jit.script(f).graph
        return f

    return decorator


def var_decomposition(input: Tensor, dim: Optional[List[int]] = None, correction: Optional[Union[int, float]] = None, keepdim: bool = False) -> Tensor:
    if dim is None:
        dims: List[int] = []
    else:
        dims = dim
    if isinstance(dims, (tuple, list)) and len(dims) == 0:
        n = input.numel()
    else:
        n = 1
        for d in dims:
            n *= input.shape[d]
    mean = torch.mean(input, dims, True)
    sub = input - mean
    sq = sub * sub
    total = torch.sum(sq, dims, keepdim)
    if correction is None:
        denom = float(n - 1)
    else:
        if isinstance(correction, int):
            denom = float(n - correction)
        elif isinstance(correction, float):
            denom = float(n) - correction
        else:
            raise RuntimeError("correction must be int or float")
    return total / max(0, denom)


def var(input: Tensor, unbiased: bool = True) -> Tensor:
    n = input.numel()
    mean = torch.mean(input, [], True)
    sub = input - mean
    sq = sub * sub
    total = torch.sum(sq, [], False)
    denom = float(n - 1) if unbiased else float(n)
    return total / max(0, denom)


_functions = {str(aten.var.correction._schema): var_decomposition, str(aten.var.default._schema): var}


def _graph_of(schema):
    """The graph that PyTorch has for an operator, compiled when it is first asked for."""
    if schema not in decomposition_table and schema in _functions:
        decomposition_table[schema] = torch.jit.script(_functions[schema]).inlined_graph
    return decomposition_table.get(schema)
