"""One of two functions, by a predicate that may be a tensor."""

from torch._higher_order_ops import _record


def cond(pred, true_fn, false_fn, operands=()):
    """true_fn(*operands) if pred holds, else false_fn(*operands)."""
    import torch

    if isinstance(pred, torch.Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not isinstance(pred, (bool, int, torch.Tensor, torch.SymBool, torch.SymInt)) and not hasattr(pred, "node"):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, (tuple, list)):
        raise RuntimeError(f"Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got {operands}.")
    if not isinstance(pred, (bool, int)) and _record.is_recording():
        return _record.cond(pred, true_fn, false_fn, operands)
    return true_fn(*operands) if pred else false_fn(*operands)


cond_op = cond
