"""The types of the objects of torch.ops."""
import torch
from torch import ops

OpOverload = type(ops.aten.sin.default)
OpOverloadPacket = type(ops.aten.sin)
_OpNamespace = _Ops = type(ops)
DispatchKey = torch._C.DispatchKey


def _get_packet(qualname, op_module=None):
    namespace, _, name = qualname.partition("::")
    return getattr(getattr(ops, namespace), name.partition(".")[0])


def get_cached_ops():
    return {}


def __getattr__(name):
    if name in ("HigherOrderOperator", "OperatorBase"):
        raise NotImplementedError(f"magneto: operators of higher order that scripts define (torch._ops.{name})")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
