"""Weights that keep the gradient of each sample of a batch: only their construction is here, gradients of samples are made by call_for_per_sample_grads."""

import torch


class ExpandedWeight(torch.Tensor):
    """A parameter whose gradients are to be those of each sample; functions do not take it."""

    def __new__(cls, orig_weight, batch_size, loss_reduction):
        if not isinstance(orig_weight, torch.Tensor):
            raise RuntimeError(f"Can only make Expanded Weights of Tensors, got {type(orig_weight).__name__}")
        if not orig_weight.requires_grad:
            raise RuntimeError("Can only build ExpandedWeights objects of tensors that requires_grad")
        made = torch.Tensor._make_subclass(cls, orig_weight, True)
        made.orig_weight, made.batch_size, made.loss_reduction, made.allow_smaller_batches = orig_weight, batch_size, loss_reduction, False
        return made

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func.__name__ == "__get__" or func in (torch.Tensor.__repr__, torch.Tensor.size, torch.Tensor.dim, torch.Tensor.stride, torch.Tensor.numel):
            with torch._C.DisableTorchFunctionSubclass():
                return func(*args, **(kwargs or {}))
        raise RuntimeError(f"Expanded Weights encountered but cannot handle function {func.__name__}")
