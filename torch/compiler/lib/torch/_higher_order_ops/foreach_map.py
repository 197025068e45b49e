"""One operation on the tensors of lists, which compiled graphs have as one operator."""


def foreach_map(op, *operands, **kwargs):
    """op of the first elements of the operands, of the second ones, and so on. Operands that are no lists are the same for all."""
    return _each(op, operands, kwargs)


def _each(op, operands, kwargs):
    lists = [x for x in operands if isinstance(x, (list, tuple))]
    if not lists:
        raise ValueError("foreach_map needs at least one list")
    return [op(*[x[i] if isinstance(x, (list, tuple)) else x for x in operands], **kwargs) for i in range(len(lists[0]))]


from torch._higher_order_ops._run import foreach_map as _foreach_map  # noqa: E402, F401
