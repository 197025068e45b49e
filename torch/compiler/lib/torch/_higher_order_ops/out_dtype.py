"""An operator whose result has another dtype than its arguments."""

import torch
from torch._higher_order import graph_operator


@graph_operator("OutDtypeOperator", "out_dtype")
def out_dtype(op, output_dtype, *args):
    """op computed in output_dtype where its arguments are promoted to it."""
    if not isinstance(op, torch._ops.OpOverload):
        raise ValueError("out_dtype's first argument must be an OpOverload")
    if op._schema.is_mutable:
        raise ValueError("out_dtype's first argument needs to be a functional operator")
    if len(op._schema.returns) != 1 or str(op._schema.returns[0].type) != "Tensor":
        raise ValueError(f"out_dtype's can only apply to ops that return a single tensorInstead got {[r.type for r in op._schema.returns]}")
    aten = torch.ops.aten
    allowed = [aten.linear.default, aten.mm.default, aten.conv2d.default, aten.convolution.default, aten.mul.Tensor, aten.mul.Scalar, aten.div.Tensor, aten.div.Scalar]
    if op not in allowed:
        raise ValueError(f"out_dtype only allows the following operators: {allowed}.")
    from torch._higher_order_ops import _record

    if _record.is_recording():
        return _record.out_dtype(op, output_dtype, args, _promoted)
    return _promoted(op, output_dtype, *args)


def _promoted(op, output_dtype, *args):
    converted = [a.to(output_dtype) if isinstance(a, torch.Tensor) else a for a in args]
    return op(*converted).to(output_dtype)
