"""Tracing of models that are to be quantised."""

from torch.ao.nn.intrinsic import _FusedModule
from torch.fx import Tracer
from torch import nn

__all__ = ["QuantizationTracer"]


class QuantizationTracer(Tracer):
    """Keeps joined modules and those that a user names whole, and notes the module that each node is in."""

    def __init__(self, skipped_module_names, skipped_module_classes):
        super().__init__()
        self.skipped_module_names, self.skipped_module_classes = list(skipped_module_names), list(skipped_module_classes)
        self.node_name_to_scope = {}
        self._scopes = [("", None)]
        self.record_stack_traces = True

    def is_leaf_module(self, m, module_qualified_name):
        plain = m.__module__.startswith(("torch.nn", "torch.ao.nn")) and not isinstance(m, nn.Sequential)
        return plain or module_qualified_name in self.skipped_module_names or type(m) in self.skipped_module_classes or isinstance(m, _FusedModule)

    def call_module(self, m, forward, args, kwargs):
        self._scopes.append((self.path_of_module(m), type(m)))
        try:
            return super().call_module(m, forward, args, kwargs)
        finally:
            self._scopes.pop()

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        node = super().create_node(kind, target, args, kwargs, name, type_expr)
        self.node_name_to_scope[node.name] = self._scopes[-1]
        return node
