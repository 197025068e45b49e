"""Gradients of single samples."""

import functools

import torch
from torch.nn.utils._expanded_weights.expanded_weights_impl import ExpandedWeight


def call_for_per_sample_grads(module, *, batch_size=None, loss_reduction="sum", batch_first=True):
    """Calls a module so that backward leaves the gradients of the samples [batch, ...] in grad_sample of its parameters, and none in grad."""
    if loss_reduction not in ("sum", "mean"):
        raise RuntimeError(f"Expected loss_reduction argument to be sum or mean, got {loss_reduction}")
    if not isinstance(module, torch.nn.Module):
        raise RuntimeError(f"Module passed must be nn.Module, got {type(module).__name__}")
    if not (batch_size is None or isinstance(batch_size, int)):
        raise RuntimeError(f"Batch size passed must be None or an integer, got {type(batch_size).__name__}")
    if batch_size is not None and batch_size < 1:
        raise RuntimeError(f"Batch size must be positive, got {batch_size}")
    for p in module.parameters():
        if getattr(p, "grad_sample", None) is not None:
            raise RuntimeError("Current Expanded Weights accumulates the gradients, which will be incorrect for multiple calls without clearing gradients. Please clear "
                               f"out the grad_sample parameter of {p} or post an issue to pytorch/pytorch to prioritize correct behavior")

    @functools.wraps(module.forward)
    def call(*args, **kwargs):
        size = _batch_size(args, kwargs, batch_size, 0 if batch_first else 1)
        return torch.func.functional_call(module, {name: expanded(p, size) for name, p in module.named_parameters()}, args, kwargs)

    def expanded(p, size):
        if not p.requires_grad:
            return p
        made = ExpandedWeight(p, size, loss_reduction)
        made.set_batch_first(batch_first)
        return made

    return call


def _batch_size(args, kwargs, given, dim):
    sizes = [x.shape[dim] for x in (*args, *kwargs.values()) if isinstance(x, torch.Tensor)]
    if given is not None:
        return given
    if not sizes:
        raise RuntimeError("Unable to find a tensor in the passed args and kwargs. They may not be pytree-able and so ExpandedWeights cannot compute the batch size from the "
                           "inputs. Please specify it explicitly")
    if any(n != sizes[0] for n in sizes):
        other = next(n for n in sizes if n != sizes[0])
        raise RuntimeError("When computing batch size, found at least one input with batch size {} and one with batch size {}. Please specify it explicitly using the "
                           "batch size kwarg in call_for_per_sample_grads".format(sizes[0], other))
    return sizes[0]
