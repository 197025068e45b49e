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


class _OfHigherOrder(type):
    """Whose instances are the functions of torch.ops.higher_order."""

    def __instancecheck__(cls, value):
        name = getattr(value, "__name__", None)
        return isinstance(name, str) and getattr(ops.higher_order, name, None) is value


class HigherOrderOperator(metaclass=_OfHigherOrder):
    """An operator that takes functions. Those that there are are plain functions; scripts cannot define more."""

    def __init__(self, name, *, cacheable=False):
        raise NotImplementedError(f"magneto: operators of higher order that scripts define ({name})")


def __getattr__(name):
    if name == "OperatorBase":
        raise NotImplementedError("magneto: operators that scripts define (torch._ops.OperatorBase)")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
