"""Attention that a program writes as products around a softmax becomes scaled_dot_product_attention, which never holds all scores at once."""

import torch
from torch._inductor import config

_SCALINGS = {"div": True, "truediv": True, "mul": False}  # whether they divide


def fuse_attention(gm):
    """Replaces softmax(q @ k.T * scale + mask) @ v in a graph of the tracer, where nothing else reads what lies between; gives how many there were."""
    found = 0
    for node in list(gm.graph.nodes):
        parts = _attention(node)
        if parts is None or not _unchanged(parts[0], node):
            continue
        q, transposed_k, v, mask, scale, dropout = parts
        with gm.graph.inserting_before(node):
            k = gm.graph.call_method("transpose", (transposed_k, -2, -1))
            fused = gm.graph.call_function(torch.nn.functional.scaled_dot_product_attention, (q, k, v), {"attn_mask": mask, "dropout_p": dropout, "scale": scale})
        k.meta["example_value"] = transposed_k.meta["example_value"].transpose(-2, -1)
        fused.meta.update(node.meta)
        node.replace_all_uses_with(fused)
        gm.graph.erase_node(node)
        found += 1
    if found:
        gm.graph.eliminate_dead_code()
        gm.recompile()
    return found


def _unchanged(first, last):
    """Whether nothing behind the node first and in front of last can change memory, so that what lies between may be computed later."""
    node = first.next
    while node is not last:
        name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "")
        if node.op == "call_module" or node.op.startswith("call") and (name.endswith("_") or name in _WRITING or node.kwargs.get("inplace") or "out" in node.kwargs):
            return False
        if isinstance(node.target, torch._ops.HigherOrderOperator | torch._ops.OpOverload | torch._ops.OpOverloadPacket):
            return False
        node = node.next
    return True


_WRITING = ("setitem", "iadd", "isub", "imul", "itruediv", "ifloordiv", "ipow", "iand", "ior", "ixor", "imatmul")


def _named(node, *names):
    """Whether a node calls a function or method of one of the names."""
    if node.op == "call_method":
        return node.target in names
    return node.op == "call_function" and getattr(node.target, "__name__", "") in names


def _argument(node, at, name, default=None):
    return node.args[at] if len(node.args) > at else node.kwargs.get(name, default)


def _value(node):
    value = node.meta.get("example_value") if isinstance(node, torch.fx.Node) else None
    return value if isinstance(value, torch.Tensor) else None


def _inner(node):
    """Whether a node may go: one other node reads it."""
    return isinstance(node, torch.fx.Node) and len(node.users) == 1 and _value(node) is not None


def _attention(node):
    """The parts of attention whose last product is a node: q, the transposed k, v, mask, scale, probability of dropout; None for other nodes."""
    if not _named(node, "matmul", "bmm") or len(node.args) != 2:
        return None
    weights, v = node.args
    dropout = 0.0
    if _inner(weights) and _named(weights, "dropout"):
        p, training = _argument(weights, 1, "p", 0.5), _argument(weights, 2, "training", True)
        if not isinstance(p, float) or not isinstance(training, bool) or _argument(weights, 3, "inplace", False):
            return None
        dropout, weights = p if training else 0.0, weights.args[0]
        if dropout and config.fallback_random:  # which asks for the numbers that are drawn without a compiler
            return None
    if not _inner(weights) or not _named(weights, "softmax") or _argument(weights, 2, "dtype") is not None:
        return None
    scores = weights.args[0]
    if not _inner(scores) or _argument(weights, 1, "dim") not in (-1, _value(scores).dim() - 1):
        return None
    return _with_scores(scores, v, dropout)


def _with_scores(scores, v, dropout):
    mask = None
    if _named(scores, "add", "iadd") and len(scores.args) == 2 and not scores.kwargs:
        left, right = scores.args
        if not (_inner(left) and _value(right) is not None):
            left, right = right, left
        scores, mask = left, right
        if not _inner(scores) or _value(mask) is None:
            return None
    scale = 1.0
    while isinstance(scores, torch.fx.Node) and _named(scores, *_SCALINGS) and len(scores.args) == 2 and not scores.kwargs:
        scores, factor = scores.args if isinstance(scores.args[0], torch.fx.Node) else (scores.args[1], None)
        if not isinstance(factor, (int, float)) or factor == 0 or not _inner(scores):
            return None
        user = next(iter(scores.users))
        scale = scale / factor if _SCALINGS[user.target if user.op == "call_method" else user.target.__name__] else scale * factor
    if not _named(scores, "matmul", "bmm") or len(scores.args) != 2:
        return None
    q, transposed_k = scores.args
    return (q, transposed_k, v, mask, scale, dropout) if _fit(q, transposed_k, v, mask) else None


def _fit(q, transposed_k, v, mask):
    """Whether the operands are those of scaled_dot_product_attention: of four dimensions, one floating type, and the same batches and heads."""
    values = [_value(n) for n in (q, transposed_k, v)]
    if any(value is None or value.dim() != 4 or not value.is_floating_point() for value in values):
        return False
    first = values[0]
    if any(value.dtype != first.dtype or value.shape[:2] != first.shape[:2] for value in values):
        return False
    if mask is None:
        return True
    given = _value(mask)
    return given.dtype == first.dtype and given.dim() in (2, 4) and not given.requires_grad
