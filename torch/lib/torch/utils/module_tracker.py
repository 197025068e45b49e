"""Which modules are being run."""

import torch


class ModuleTracker:
    """While active, `parents` holds the names of the modules whose forward or backward runs."""

    def __init__(self):
        self.parents = {"Global"}
        self._names, self._seen = {}, set()

    def _name(self, module):
        if module not in self._seen:
            for name, inner in module.named_modules():
                full = f"{type(module).__name__}.{name}" if name else type(module).__name__
                self._names.setdefault(inner, full)
                self._seen.add(inner)
        return self._names[module]

    def __enter__(self):
        from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
        self._handles = [register_module_forward_pre_hook(lambda m, args: self.parents.add(self._name(m)) and None),
                         register_module_forward_hook(lambda m, args, out: self.parents.discard(self._name(m)), always_call=True)]
        return self

    def __exit__(self, *exc_info):
        for handle in self._handles:
            handle.remove()

    @property
    def is_bw(self):
        return torch._C._current_graph_task_id() != -1
