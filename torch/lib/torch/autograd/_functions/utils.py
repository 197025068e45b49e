"""Broadcasting of gradients."""


def maybe_view(tensor, size, check_same_size=True):
    return tensor if check_same_size and tensor.size() == size else tensor.contiguous().view(size)


def maybe_unexpand(tensor, old_size, check_same_size=True):
    """Sums over the dimensions that were added or spread."""
    if check_same_size and tensor.size() == old_size:
        return tensor
    more = tensor.dim() - len(old_size)
    spread = [d for d in range(more, tensor.dim()) if tensor.size(d) != old_size[d - more]]
    for _ in range(more):
        tensor = tensor.sum(0, keepdim=False)
    for d in spread:
        tensor = tensor.sum(d - more, keepdim=True)
    return tensor
