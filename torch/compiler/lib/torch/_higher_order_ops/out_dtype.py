"""An operator whose result has another dtype than its arguments."""


def out_dtype(op, output_dtype, *args):
    """op computed in output_dtype where its arguments are promoted to it."""
    import torch

    converted = [a.to(output_dtype) if isinstance(a, torch.Tensor) else a for a in args]
    return op(*converted).to(output_dtype)
