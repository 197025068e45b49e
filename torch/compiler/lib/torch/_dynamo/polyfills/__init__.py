"""Functions in Python for what is native elsewhere. The tracer has its own."""


def accumulate_grads(leaves, grads):
    """Adds gradients to those that leaves have: what backward does in compiled code."""
    import torch

    with torch.no_grad():
        for i in range(len(leaves)):
            if grads[i] is None:
                continue
            new_grad_strided = torch.empty_like(leaves[i])
            new_grad_strided.copy_(grads[i])
            if leaves[i].grad is None:
                leaves[i].grad = new_grad_strided
            else:
                leaves[i].grad.add_(new_grad_strided)
