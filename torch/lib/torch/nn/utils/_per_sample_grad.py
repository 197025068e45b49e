"""Gradients of single samples."""


def call_for_per_sample_grads(module, *, batch_size=None, loss_reduction="sum", batch_first=True):
    raise NotImplementedError("magneto has no expanded weights; use torch.func.vmap of torch.func.grad")
