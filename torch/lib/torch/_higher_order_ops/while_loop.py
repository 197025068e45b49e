"""while_loop: a function that is applied to its own results as long as another says so."""
from torch._higher_order_ops.operators import operators

while_loop_op = operators["while_loop"]


def while_loop(cond_fn, body_fn, carried_inputs):
    if not callable(cond_fn) or not callable(body_fn):
        raise RuntimeError("Expect cond_fn and body_fn to be callable.")
    if not isinstance(carried_inputs, (tuple, list)):
        raise RuntimeError(f"Expect carried_inputs to be a tuple of possibly nested dict/list/tuple that only consists of tensor or int leaves, but got {carried_inputs}.")
    return while_loop_op(cond_fn, body_fn, carried_inputs)
