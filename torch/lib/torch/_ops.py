"""The types of the objects of torch.ops."""
import contextlib

import torch
from torch import ops
from torch._higher_order import HigherOrderOperator  # noqa: F401

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
    if name == "_higher_order_ops":
        import torch._higher_order_ops._run
        from torch._higher_order import _higher_order_ops

        return _higher_order_ops
    if name == "OperatorBase":
        raise NotImplementedError("magneto: operators that scripts define (torch._ops.OperatorBase)")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def resolve_key(op, k):
    """The key whose kernel a call by k runs: k itself, or an alias that serves it."""
    key = torch._C.DispatchKey
    if op.has_kernel_for_dispatch_key(k):
        return k
    if torch._C._dispatch_is_included_in_alias(k, key.CompositeExplicitAutograd) and op.has_kernel_for_dispatch_key(key.CompositeExplicitAutograd):
        return key.CompositeExplicitAutograd
    if torch._C._dispatch_is_included_in_alias(k, key.CompositeImplicitAutograd) and op.has_kernel_for_dispatch_key(key.CompositeImplicitAutograd):
        return key.CompositeImplicitAutograd
    raise NotImplementedError(f"could not find kernel for {op} at dispatch key {k}")


@contextlib.contextmanager
def dl_open_guard():
    """A block in which libraries are loaded; there are none to load."""
    yield
