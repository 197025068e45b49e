"""The mode in which functions of torch are their references."""
import contextlib
import functools

import torch
from torch._prims_common import torch_function_passthrough
from torch.overrides import TorchFunctionMode, resolve_name


@functools.lru_cache(None)
def torch_to_refs_map():
    """The reference of each function of torch and method of tensors that has one."""
    from torch.testing._internal.common_methods_invocations import python_ref_db

    found = {torch.Tensor.add_: torch.add, torch.Tensor.sub_: torch.sub, torch.Tensor.mul_: torch.mul, torch.Tensor.div_: torch.div}
    for info in python_ref_db:
        operator = info.torch_opinfo
        for function in (operator.op, operator.method_variant, operator.inplace_variant, operator.operator_variant, operator.inplace_operator_variant):
            if function is not None:
                found[function] = info.op
    elsewhere = (torch.where, torch.randn, torch.Tensor.item, torch.Tensor.T.__get__)  # references that are written around the function
    return {**{f: f for f in (*found.values(), *elsewhere)}, **found}


class TorchRefsMode(TorchFunctionMode):
    """Calls of functions that have a reference go there; with strict, others are refused."""

    def __init__(self, strict=False, should_fallback_fn=lambda *_: False, prims_mode_cls=contextlib.nullcontext):
        super().__init__()
        self.strict, self.should_fallback_fn, self.prims_mode_cls = strict, should_fallback_fn, prims_mode_cls

    def __torch_function__(self, orig_func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if orig_func in torch_function_passthrough:
            return orig_func(*args, **kwargs)
        name = resolve_name(orig_func) or ""
        func = torch_to_refs_map().get(orig_func)
        if func is None:
            if self.strict and name.startswith("torch."):
                raise RuntimeError(f"no _refs support for {name}")
            return orig_func(*args, **kwargs)
        if self.should_fallback_fn(self, orig_func, func, args, kwargs):
            return orig_func(*args, **kwargs)
        with self.prims_mode_cls():
            return func(*args, **kwargs)
