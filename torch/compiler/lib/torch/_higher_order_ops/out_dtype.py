"""An operator whose result has another dtype than its arguments."""


def out_dtype(op, output_dtype, *args):
    """op computed in output_dtype where its arguments are promoted to it."""
    import torch

    if not isinstance(op, torch._ops.OpOverload):
        raise ValueError("out_dtype's first argument must be an OpOverload")
    if op._schema.is_mutable:
        raise ValueError("out_dtype's first argument needs to be a functional operator")
    converted = [a.to(output_dtype) if isinstance(a, torch.Tensor) else a for a in args]
    return op(*converted).to(output_dtype)
