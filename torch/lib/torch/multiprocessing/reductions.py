"""How tensors go to other processes: their memory is shared, not copied. And weak references to storages."""

import torch
from multiprocessing.reduction import ForkingPickler


class StorageWeakRef:
    """A reference to a storage that does not keep it. Two are equal for the same storage."""

    __slots__ = ["cdata", "_weak"]

    def __init__(self, storage):
        self.cdata = storage._cdata
        self._weak = torch._C._storage_weak(storage)

    @classmethod
    def from_weakref(cls, cdata):
        raise NotImplementedError("magneto: a reference to a storage by its number alone")

    def expired(self):
        """Whether the storage is gone."""
        return self._weak()

    def __hash__(self):
        return self.cdata

    def __eq__(self, other):
        return self is other or isinstance(other, StorageWeakRef) and self.cdata == other.cdata


def reduce_storage(storage):
    return rebuild_storage, (torch._C._leave_storage(storage),)


def rebuild_storage(key):
    return torch._C._take_storage(key)


def reduce_tensor(tensor):
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError("Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing process boundaries.  "
                           "If you just want to transfer the data, call detach() on the tensor before serializing (e.g., putting it on the queue).")
    if tensor.layout != torch.strided or tensor.is_nested or tensor.is_quantized or tensor.device.type != "cpu":
        return tensor.__reduce_ex__(2)
    torch.utils.hooks.warn_if_has_hooks(tensor)
    layout = tensor.dtype, tuple(tensor.size()), tensor.stride(), tensor.storage_offset(), tensor.requires_grad
    return rebuild_tensor, (type(tensor), tensor.untyped_storage(), layout, tensor.is_conj(), tensor.is_neg())


def rebuild_tensor(cls, storage, layout, conj, neg):
    dtype, size, stride, offset, requires_grad = layout
    tensor = torch.empty(0, dtype=dtype).set_(storage, offset, size, stride)
    if conj:
        tensor = tensor.conj()
    if neg:
        tensor = torch._neg_view(tensor)
    if cls is torch.nn.Parameter:
        return torch.nn.Parameter(tensor, requires_grad=requires_grad)
    if cls is not torch.Tensor:
        tensor = tensor.as_subclass(cls)
    return tensor.requires_grad_() if requires_grad else tensor


def reduce_typed_storage(storage):
    return rebuild_typed_storage, (type(storage), storage._untyped_storage, storage.dtype)


def rebuild_typed_storage(cls, storage, dtype):
    return torch.storage.TypedStorage(wrap_storage=storage, dtype=dtype, _internal=True)


def init_reductions():
    for cls in (torch.Tensor, torch.nn.Parameter):
        ForkingPickler.register(cls, reduce_tensor)
    ForkingPickler.register(torch.UntypedStorage, reduce_storage)
    ForkingPickler.register(torch.storage.TypedStorage, reduce_typed_storage)
