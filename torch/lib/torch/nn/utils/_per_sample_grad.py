"""Gradients of single samples."""

import functools

import torch


def call_for_per_sample_grads(module, *, batch_size=None, loss_reduction="sum", batch_first=True):
    """Calls a module so that backward leaves the gradients of the samples [batch, ...] in grad_sample of its parameters, and none in grad. The module sees one
    sample at a time, with parameters of its own."""
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
        at = 0 if batch_first else 1
        count = _batch_size(args, kwargs, batch_size, at)
        own = {name: p.detach().expand(count, *p.shape).clone().requires_grad_() for name, p in module.named_parameters() if p.requires_grad}
        for name, p in module.named_parameters():
            if p.requires_grad:
                own[name].register_hook(functools.partial(_keep, p, count if loss_reduction == "mean" else 1))
        samples = [_sample(x, at) for x in args]
        named = {key: _sample(x, at) for key, x in kwargs.items()}
        rows = [torch.func.functional_call(module, {name: e[i] for name, e in own.items()}, tuple(s(i) for s in samples), {k: s(i) for k, s in named.items()})
                for i in range(count)]
        return torch.utils._pytree.tree_map(lambda *parts: torch.cat(parts, at), *rows)

    return call


def _keep(parameter, scale, grad):
    before = getattr(parameter, "grad_sample", None)
    parameter.grad_sample = grad * scale if before is None else before + grad * scale


def _sample(x, dim):
    """Gives the sample of a number as a batch of one; what is no tensor is the same for all."""
    return lambda i: x.narrow(dim, i, 1) if isinstance(x, torch.Tensor) else x


def _batch_size(args, kwargs, given, dim):
    sizes = [x.shape[dim] for x in (*args, *kwargs.values()) if isinstance(x, torch.Tensor)]
    if given is not None:
        return given
    if not sizes:
        raise RuntimeError("Unable to find a tensor in the passed args and kwargs. They may not be pytree-able and so ExpandedWeights cannot determine the batch size from the "
                           "inputs. Please explicitly pass the batch size")
    if any(n != sizes[0] for n in sizes):
        other = next(n for n in sizes if n != sizes[0])
        raise RuntimeError("When computing batch_size, found at least one input with batch size {} and one with batch size {}. Please specify it explicitly using the "
                           "batch size kwarg in call_for_per_sample_grads".format(sizes[0], other))
    return sizes[0]
