"""Optimizers that step a parameter as soon as its gradient is there."""
import torch


def _apply_optimizer_in_backward(optimizer_class, params, optimizer_kwargs, register_hook=True):
    """Gives each parameter an optimizer of its own, which steps while gradients are computed, and drops the gradient behind it."""

    @torch.no_grad()
    def follow(param):
        if not hasattr(param, "_in_backward_optimizers"):
            param._in_backward_optimizers = []
            param._optimizer_classes, param._optimizer_kwargs = [], []
        optimizer = optimizer_class([param], **optimizer_kwargs)
        param._in_backward_optimizers.append(optimizer)
        param._optimizer_classes.append(optimizer_class)
        param._optimizer_kwargs.append(optimizer_kwargs)
        if not register_hook:
            return

        def step(param):
            for optimizer in param._in_backward_optimizers:
                optimizer.step()
            param.grad = None

        handle = param.register_post_accumulate_grad_hook(step)
        param._optimizer_hook_handles = [*getattr(param, "_optimizer_hook_handles", []), handle]

    for param in params:
        follow(param)


def _get_in_backward_optimizers(module):
    """The optimizers that step in the backward pass of a module's parameters."""
    return [optimizer for param in module.parameters() for optimizer in getattr(param, "_in_backward_optimizers", [])]
