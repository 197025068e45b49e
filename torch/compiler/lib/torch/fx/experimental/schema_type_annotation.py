"""Types on nodes from the signatures of what they call."""

import inspect

import torch
from torch._jit_internal import boolean_dispatched
from torch.fx import Transformer

__all__ = ["AnnotateTypesWithSchema"]


# modules of torch.nn whose results are no single tensor, or whose kind depends on what is in them
_WITHOUT_ONE_TENSOR = (torch.nn.RNNBase, torch.nn.MultiheadAttention, torch.nn.LSTMCell, torch.nn.AdaptiveLogSoftmaxWithLoss, torch.nn.Sequential, torch.nn.ModuleList, torch.nn.ModuleDict)


class AnnotateTypesWithSchema(Transformer):
    """Gives nodes the type that the function, module or attribute behind them has."""

    def __init__(self, module, annotate_functionals=True, annotate_modules=True, annotate_get_attrs=True):
        super().__init__(module)
        self.annotate_functionals, self.annotate_modules, self.annotate_get_attrs = annotate_functionals, annotate_modules, annotate_get_attrs

    def _extract_python_return_type(self, target):
        if not callable(target):
            raise AssertionError(f"{target} is not callable")
        try:
            returned = inspect.signature(target).return_annotation
        except (ValueError, TypeError):
            return None
        return returned if returned is not inspect.Signature.empty else None

    def call_function(self, target, args, kwargs):
        kind = None
        if self.annotate_functionals and getattr(target, "__module__", None) == "torch.nn.functional":
            if target in boolean_dispatched:
                both = boolean_dispatched[target]
                first, second = map(self._extract_python_return_type, (both["if_true"], both["if_false"]))
                kind = first if first == second else None
            else:
                kind = self._extract_python_return_type(target)
        proxy = super().call_function(target, args, kwargs)
        proxy.node.type = proxy.node.type if proxy.node.type else kind
        return proxy

    def call_module(self, target, args, kwargs):
        kind = None
        module = self.fetch_attr(target)
        if self.annotate_modules and hasattr(module.__class__, "__name__") and getattr(torch.nn, type(module).__name__, None) is type(module):
            kind = self._extract_python_return_type(type(module).forward) or (None if isinstance(module, _WITHOUT_ONE_TENSOR) else torch.Tensor)
        proxy = super().call_module(target, args, kwargs)
        proxy.node.type = proxy.node.type if proxy.node.type else kind
        return proxy

    def get_attr(self, target, args, kwargs):
        proxy = super().get_attr(target, args, kwargs)
        if self.annotate_get_attrs:
            value = self.module
            for part in target.split("."):
                value = getattr(value, part)
            proxy.node.type = proxy.node.type if proxy.node.type else torch.Tensor if isinstance(value, torch.Tensor) else type(value)
        return proxy
