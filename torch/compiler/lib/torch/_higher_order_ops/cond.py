"""One of two functions, by a predicate that may be a tensor."""

from torch._higher_order_ops import _record
from torch._higher_order_ops.utils import captured, captures, is_dynamo_compiling
from torch.utils import _pytree as pytree


def cond(pred, true_fn, false_fn, operands=()):
    """true_fn(*operands) if pred holds, else false_fn(*operands)."""
    import torch

    if isinstance(pred, torch.Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not isinstance(pred, (bool, int, float, torch.Tensor, torch.SymBool, torch.SymInt)) and (not hasattr(pred, "node") or isinstance(pred, torch.fx.Proxy)):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, (tuple, list)) or not all(isinstance(x, torch.Tensor) for x in pytree.tree_leaves(operands)):
        raise RuntimeError(f"Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got {operands}.")
    if not isinstance(pred, (bool, int)) and _record.is_recording():
        return _record.cond(pred, true_fn, false_fn, operands)
    if isinstance(pred, torch.Tensor) and captures(pred, operands):
        return captured(lambda *args: cond(*args) if is_dynamo_compiling() else _chosen(*args), pred, true_fn, false_fn, operands)
    return _chosen(pred, true_fn, false_fn, operands)


def _chosen(pred, true_fn, false_fn, operands):
    import torch

    if isinstance(pred, torch.Tensor) and _differs_by_example(pred):
        return _by_example(pred, true_fn(*operands), false_fn(*operands))
    return true_fn(*operands) if pred else false_fn(*operands)


def _differs_by_example(pred):
    """Whether vmap maps the predicate."""
    import torch

    while torch._C._functorch.is_functorch_wrapped_tensor(pred):
        if torch._C._functorch.is_batchedtensor(pred):
            return True
        pred = torch._C._functorch.get_unwrapped(pred)
    return False


def _by_example(pred, yes, no):
    """Of what both branches give, what the predicate says for each example."""
    import torch

    yes_leaves, spec = pytree.tree_flatten(yes)
    no_leaves, other = pytree.tree_flatten(no)
    if spec != other:
        raise RuntimeError(f"Unmatched output spec from torch.cond branches: true branch tree_spec {spec} vs false branch tree_spec {other}.")
    return pytree.tree_unflatten([a if a is b else torch.where(pred.reshape(()), a, b) for a, b in zip(yes_leaves, no_leaves)], spec)


cond_op = cond


from torch._higher_order_ops._run import cond as cond_op  # noqa: E402, F401

CondOp = type(cond_op)
