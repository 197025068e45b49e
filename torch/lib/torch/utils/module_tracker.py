"""Which modules are being run."""

import torch
from torch.utils._pytree import tree_flatten


class ModuleTracker:
    """While active, `parents` holds the names of the modules whose forward or backward runs."""

    def __init__(self):
        self.parents = {"Global"}
        self._names, self._seen, self._clears = {}, set(), False

    def _name(self, module):
        if module not in self._seen:
            for name, inner in module.named_modules():
                full = f"{type(module).__name__}.{name}" if name else type(module).__name__
                self._names.setdefault(inner, full)
                self._seen.add(inner)
        return self._names[module]

    def _begin_backward(self, name):
        if not self._clears:  # a module whose inputs need no gradient is left at the end only
            self._clears = True
            torch.autograd.Variable._execution_engine.queue_callback(self._end_of_backward)
        self.parents.add(name)

    def _end_of_backward(self):
        self.parents, self._clears = {"Global"}, False

    def _begin(self, module, args):
        name = self._name(module)
        self.parents.add(name)
        inputs = _differentiable(args)
        if inputs:
            torch.autograd.graph.register_multi_grad_hook(inputs, lambda grads: self.parents.discard(name))

    def _end(self, module, args, out):
        name = self._name(module)
        self.parents.discard(name)
        outputs = _differentiable(out)
        if outputs:
            torch.autograd.graph.register_multi_grad_hook(outputs, lambda grad: self._begin_backward(name), mode="any")

    def __enter__(self):
        from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
        self._handles = [register_module_forward_pre_hook(self._begin), register_module_forward_hook(self._end, always_call=True)]
        return self

    def __exit__(self, *exc_info):
        for handle in self._handles:
            handle.remove()

    @property
    def is_bw(self):
        return torch._C._current_graph_task_id() != -1


def _differentiable(values):
    """The tensors among values that take part in a backward pass."""
    return [v for v in tree_flatten(values)[0] if isinstance(v, torch.Tensor) and v.requires_grad] if torch.is_grad_enabled() else []
