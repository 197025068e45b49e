"""Handles of hooks, and what runs the backward hooks of modules."""

import warnings
from collections import OrderedDict

import torch
from torch.nn.modules.module import RemovableHandle

__all__ = ["RemovableHandle", "unserializable_hook", "warn_if_has_hooks", "BackwardHook"]


def unserializable_hook(f):
    """Marks a hook that a tensor may have without a warning when it is saved."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor):
    if tensor._backward_hooks:
        for hook in tensor._backward_hooks.values():
            if not hasattr(hook, "__torch_unserializable__"):
                warnings.warn(f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the function with "
                              "@torch.utils.hooks.unserializable_hook to suppress this warning", stacklevel=2)


class BackwardHook:
    """Runs hooks of a module between the gradients of its outputs and those of its inputs."""

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.user_hooks, self.user_pre_hooks, self.module = user_hooks, user_pre_hooks, module
        self.grad_outputs = None

    def setup_input_hook(self, args):
        return self._through(args, self._input_gradients)

    def setup_output_hook(self, args):
        return self._through(args, self._output_gradients)

    def _through(self, args, hook):
        given = args if isinstance(args, tuple) else (args,)
        at = [i for i, a in enumerate(given) if isinstance(a, torch.Tensor) and a.requires_grad]
        if not at:
            return args
        out = list(given)
        for i, t in zip(at, _Identity.apply(*[given[i] for i in at])):
            out[i] = t
        out[at[0]].grad_fn.register_hook(lambda grad_inputs, grad_outputs: hook(len(given), at, grad_inputs, grad_outputs))
        return tuple(out) if isinstance(args, tuple) else out[0]

    def _spread(self, n, at, grads):
        spread = [None] * n
        for i, g in zip(at, grads):
            spread[i] = g
        return tuple(spread)

    def _output_gradients(self, n, at, _, grads):
        self.grad_outputs = self._spread(n, at, grads)
        for pre in self.user_pre_hooks:
            changed = pre(self.module, self.grad_outputs)
            if changed is not None:
                self.grad_outputs = changed if isinstance(changed, tuple) else (changed,)

    def _input_gradients(self, n, at, grads, _):
        current = self._spread(n, at, grads)
        for hook in self.user_hooks:
            changed = hook(self.module, current, self.grad_outputs)
            if changed is not None:
                current = changed if isinstance(changed, tuple) else (changed,)
        self.grad_outputs = None
        return tuple(current[i] for i in at)


class _Identity(torch.autograd.Function):
    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
        return tuple(a.view_as(a) for a in args)

    @staticmethod
    def backward(ctx, *grads):
        return grads
