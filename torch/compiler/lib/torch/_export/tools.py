"""Which parts of a module cannot be exported."""

import logging

import torch
from torch.export._trace import _export

__all__ = ["report_exportability"]

log = logging.getLogger(__name__)


def _inputs_of_submodules(mod, names, args, kwargs):
    """What submodules are called with while the module runs, by their names."""
    seen, handles = {}, []
    for name, part in mod.named_modules():
        if name in names:
            handles.append(part.register_forward_pre_hook(lambda _, a, k, name=name: seen.setdefault(name, (a, k)) and None, with_kwargs=True))
    try:
        mod(*args, **kwargs)
    finally:
        for handle in handles:
            handle.remove()
    return seen


def report_exportability(mod, args, kwargs=None, *, strict=True, pre_dispatch=False):
    """Exports a module, and where that fails its submodules: the error of each by name, None for those that can be exported."""
    kwargs = kwargs or {}
    inputs = _inputs_of_submodules(mod, {name for name, _ in mod.named_modules() if name}, args, kwargs)
    report = {}

    def attempt(part, name, args, kwargs):
        try:
            _export(part, args, kwargs, strict=strict, pre_dispatch=pre_dispatch)
            report[name] = None
        except Exception as error:
            report[name] = error
            for child, sub in part.named_children():
                path = f"{name}.{child}" if name else child
                if path in inputs:
                    attempt(sub, path, *inputs[path])

    attempt(mod, "", args, kwargs)
    log.warning("Found %s export issues:", sum(error is not None for error in report.values()))
    return report
