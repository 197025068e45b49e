"""A loop whose condition is a tensor."""

from torch._higher_order_ops import _record
from torch._higher_order_ops.utils import captured, captures, is_dynamo_compiling


def while_loop(cond_fn, body_fn, carried_inputs):
    """carried_inputs = body_fn(*carried_inputs) as long as cond_fn(*carried_inputs)."""
    if not callable(cond_fn) or not callable(body_fn):
        raise RuntimeError("Expect cond_fn and body_fn to be callable.")
    carried = carried_inputs
    if not isinstance(carried, (tuple, list)):
        raise RuntimeError(f"Expect carried_inputs to be a tuple of possibly nested dict/list/tuple that only consists of tensor or int leaves, but got {carried}.")
    if _record.is_recording():
        return _record.while_loop(cond_fn, body_fn, carried)
    if captures(carried):
        return captured(lambda *args: while_loop(*args) if is_dynamo_compiling() else _loop(*args), cond_fn, body_fn, carried)
    return _loop(cond_fn, body_fn, carried)


def _loop(cond_fn, body_fn, carried):
    while cond_fn(*carried):
        carried = body_fn(*carried)
        if not isinstance(carried, (tuple, list)):
            raise RuntimeError(f"body_fn should return a tuple but got {type(carried)}")
    return carried


from torch._higher_order_ops._run import while_loop as while_loop_op  # noqa: E402, F401
