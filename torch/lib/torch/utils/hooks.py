"""Handles of hooks, and what runs the backward hooks of modules."""

import warnings
from collections import OrderedDict

import torch

__all__ = ["RemovableHandle", "unserializable_hook", "warn_if_has_hooks", "BackwardHook"]


class RemovableHandle:
    """Takes a hook out of its table again."""

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict = hooks_dict
        self.extra = extra_dict
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self):
        if self.id in self.hooks_dict:
            del self.hooks_dict[self.id]
        if self.extra is not None:
            for d in self.extra if isinstance(self.extra, list) else [self.extra]:
                if self.id in d:
                    del d[self.id]

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.remove()


class _CallingHandle(RemovableHandle):
    """The handle of a hook that is in no table of Python's: it calls what takes the hook out."""

    def __init__(self, remove):
        super().__init__({})
        self._remove = remove

    def remove(self):
        self._remove()


_CallingHandle.__name__ = _CallingHandle.__qualname__ = "RemovableHandle"


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


class BackwardHookFunction(torch.autograd.Function):
    """Identity whose node in the graph runs the hooks."""

    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
        return args

    @staticmethod
    def backward(ctx, *grads):
        return grads


def _spread(at, grads, n):
    """Gradients of the tensors among n values, with None for the others."""
    spread = [None] * n
    for i, g in zip(at, grads):
        spread[i] = g
    return tuple(spread)


class BackwardHook:
    """Runs the backward hooks of a module between the gradients of its outputs and those of its inputs."""

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.user_hooks, self.user_pre_hooks, self.module = user_hooks, user_pre_hooks, module
        self.grad_outputs = None
        self.n_outputs = self.output_tensors_index = None
        self.n_inputs = self.input_tensors_index = None

    def setup_input_hook(self, args):
        args, self.input_tensors_index = self._through(args, self._input_gradients)
        self.n_inputs = len(args)
        return args

    def setup_output_hook(self, args):
        single = not isinstance(args, tuple)
        args, self.output_tensors_index = self._through((args,) if single else args, self._output_gradients)
        self.n_outputs = len(args)
        return args[0] if single else args

    def _through(self, args, hook):
        """The values behind the identity, with the places of the tensors; None where nothing requires a gradient."""
        at = [i for i, a in enumerate(args) if isinstance(a, torch.Tensor)]
        if not torch.is_grad_enabled() or not any(args[i].requires_grad for i in at):
            return args, None
        made = BackwardHookFunction.apply(*[args[i] for i in at])
        next(t.grad_fn for t in made if t.grad_fn is not None).register_hook(hook)
        out = list(args)
        for i, t in zip(at, made):
            out[i] = t
        return tuple(out) if type(args) is tuple else type(args)(*out), at

    def _output_gradients(self, _, grads):
        self.grad_outputs = _spread(self.output_tensors_index, grads, self.n_outputs)
        for hook in self.user_pre_hooks:
            changed = hook(self.module, self.grad_outputs)
            if changed is None:
                continue
            if len(changed) != self.n_outputs:
                raise RuntimeError(f"Backward pre hook returned an invalid number of grad_output, got {len(changed)}, but expected {self.n_outputs}")
            self.grad_outputs = changed
        grads = self.grad_outputs
        if self.input_tensors_index is None:  # no gradient reaches the inputs
            for hook in self.user_hooks:
                changed = hook(self.module, (None,) * self.n_inputs, grads)
                if changed is not None and not (isinstance(changed, tuple) and all(g is None for g in changed)):
                    raise RuntimeError("Backward hook for Modules where no input requires gradient should always return None or None for all gradients.")
            self.grad_outputs = None
        return tuple(grads[i] for i in self.output_tensors_index)

    def _input_gradients(self, grads, _):
        if self.grad_outputs is None:  # the inputs have got gradients that did not come by the outputs
            return None
        current = _spread(self.input_tensors_index, grads, self.n_inputs)
        for hook in self.user_hooks:
            changed = hook(self.module, current, self.grad_outputs)
            if changed is None:
                continue
            if len(changed) != len(current):
                raise RuntimeError(f"Backward hook returned an invalid number of grad_input, got {len(changed)}, but expected {len(current)}")
            current = changed
        self.grad_outputs = None
        return tuple(current[i] for i in self.input_tensors_index)
