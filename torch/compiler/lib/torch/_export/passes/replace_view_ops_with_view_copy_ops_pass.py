"""Views become copies in a graph."""

import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse

__all__ = ["ReplaceViewOpsWithViewCopyOpsPass", "get_view_copy_of_view_op", "is_view_op"]


def is_view_op(schema):
    """Whether the first operand of an operator is what its result is a view of, and nothing is written."""
    if not schema.arguments:
        return False
    alias = schema.arguments[0].alias_info
    return alias is not None and not alias.is_write


def get_view_copy_of_view_op(schema):
    """The operator that copies what another one gives a view of; None for other operators."""
    if not is_view_op(schema):
        return None
    name = schema.name.split("::")[-1]
    packet = getattr(torch.ops.aten, f"{name}_copy", None)
    op = None if packet is None else getattr(packet, schema.overload_name or "default", None)
    if op is None:
        raise RuntimeError(f"{schema} is a view op, but cannot be replaced with view_copy op")
    return op


class ReplaceViewOpsWithViewCopyOpsPass(_ExportPassBaseDeprecatedDoNotUse):
    def call_operator(self, op, args, kwargs, meta):
        if op is torch.ops.aten._unsafe_view.default:
            return super().call_operator(torch.ops.aten.view_copy.default, args, kwargs, meta)
        schema = op._schema
        return super().call_operator(get_view_copy_of_view_op(schema) or op, args, kwargs, meta)
