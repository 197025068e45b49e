"""Tensors without data that stand for others: sizes, strides, views, shared storage and the place in autograd are the same."""
import weakref

import torch
from torch.utils.weak import WeakIdKeyDictionary

_COMPRESSED = (torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc)


class MetaConverter:
    """Called with a tensor it gives one on the device "meta", the same for the same tensor; views of one base are views of one base again."""

    def __init__(self, *, copy_data=False):
        self.copy_data = copy_data
        self.tensor_memo = weakref.WeakValueDictionary()  # number of a tensor: what stands for it
        self.storage_memo = weakref.WeakValueDictionary()  # number of a storage: what stands for it
        self.describer = MetaTensorDescriber(copy_data=copy_data)
        self.hit = self.miss = 0

    def __call__(self, t, shape_env=None, *, callback=None, source=None, symbolic_context=None):
        if not isinstance(t, torch.Tensor):
            return t
        if shape_env is not None or symbolic_context is not None:
            raise NotImplementedError("magneto: MetaConverter with symbolic sizes")
        number = self.describer.get_tensor_id(t)
        made = self.tensor_memo.get(number)
        if made is None:
            self.miss += 1
            with torch.inference_mode(t.is_inference()):
                made = self.meta_tensor(t, callback or (lambda make: make()))
            if isinstance(t, torch.nn.Parameter):
                made._is_param = True
            self.tensor_memo[number] = made
        else:
            self.hit += 1
        if made.grad is None and (grad := safe_grad(t)) is not None:
            made.grad = self(grad, callback=callback)
        return made

    def successful(self):
        return self.hit > 0 and self.miss == 0

    def meta_tensor(self, t, make):
        """What stands for a tensor that was not seen before."""
        if is_sparse_any(t):
            made = make(lambda: t.detach().to(device="meta"))
        elif t._is_view():
            made = self._view(t, make)
            return made
        else:
            made = make(lambda: torch.empty_strided(t.size(), t.stride(), dtype=t.dtype, device="meta"))
            with torch.no_grad():
                self._share(made, t)
        if t.requires_grad:
            made.requires_grad_()
            if not safe_is_leaf(t):
                with torch.enable_grad():
                    made = made.clone(memory_format=torch.preserve_format)
        return _with_bits(made, t)

    def _share(self, made, t):
        """Puts what stands for a tensor into what stands for its storage."""
        storage = t.untyped_storage()
        number = self.describer.get_storage_id(storage)
        there = self.storage_memo.get(number)
        if there is None:
            there = torch.UntypedStorage(storage.nbytes(), device="meta")
            self.storage_memo[number] = there
        made.set_(there, t.storage_offset(), t.size(), t.stride())

    def _view(self, t, make):
        base = self(t._base, callback=make)
        inside = torch.no_grad() if safe_is_leaf(t) and not t.requires_grad else torch.enable_grad()
        with inside:
            if base.dtype != t.dtype:
                base = _as_dtype(base, t.dtype)
            made = base.as_strided(t.size(), t.stride(), t.storage_offset())
        if safe_is_leaf(t) and t.requires_grad:
            made = made.detach().requires_grad_() if not made.is_leaf else made.requires_grad_()
        return _with_bits(made, t)


class MetaTensorDescriber:
    """Numbers tensors and storages in the order in which they are met."""

    def __init__(self, *, copy_data=False):
        self.copy_data = copy_data
        self.next_tensor_id = self.next_storage_id = 0
        self.lookup_tensor = WeakIdKeyDictionary()
        self.lookup_storage = {}

    def get_tensor_id(self, t):
        if t not in self.lookup_tensor:
            self.lookup_tensor[t] = self.next_tensor_id
            self.next_tensor_id += 1
        return self.lookup_tensor[t]

    def get_storage_id(self, storage):
        key = storage._cdata
        if key not in self.lookup_storage:
            self.lookup_storage[key] = self.next_storage_id
            self.next_storage_id += 1
        return self.lookup_storage[key]


def _as_dtype(base, dtype):
    """A base as elements of another type."""
    if base.dtype.is_complex and not dtype.is_complex:
        return torch.view_as_real(base)
    if dtype.is_complex and not base.dtype.is_complex:
        return torch.view_as_complex(base)
    return base.view(dtype)


def _with_bits(made, t):
    """Conjugated and negated where the other tensor is."""
    if t.is_conj() != made.is_conj():
        made = torch._conj(made)
    return torch._neg_view(made) if t.is_neg() != made.is_neg() else made


def safe_is_leaf(t):
    """Whether a tensor is a leaf of autograd; inference tensors are."""
    try:
        return t.is_leaf
    except RuntimeError:
        return False


def safe_grad(t):
    """The gradient of a tensor, without the warning about those that are no leaves."""
    return t.grad if safe_is_leaf(t) or t.retains_grad else None


def is_sparse_coo(t):
    return isinstance(t, torch.Tensor) and t.layout is torch.sparse_coo


def is_sparse_compressed_layout(layout):
    return layout in _COMPRESSED


def is_sparse_compressed(t):
    return isinstance(t, torch.Tensor) and is_sparse_compressed_layout(t.layout)


def is_sparse_any(t):
    return is_sparse_coo(t) or is_sparse_compressed(t)


def assert_eq(a, b):
    assert a == b, f"{a} != {b}"


def assert_metadata_eq(assert_eq, m1, m2, *, skip_symbolic=False, skip_leaf=False):
    """Checks that two tensors agree in all but device and data, with assert_eq(a, b)."""
    assert_eq(m1.dtype, m2.dtype)
    if not skip_symbolic:
        assert_eq(m1.shape, m2.shape)
    assert_eq(m1.requires_grad, m2.requires_grad)
    if not skip_leaf:
        assert_eq(m1.is_leaf, m2.is_leaf)
    assert_eq(m1.grad_fn is None, m2.grad_fn is None)
    assert_eq(m1.is_sparse, m2.is_sparse)
    if not skip_symbolic:
        assert_eq(m1.is_inference(), m2.is_inference())
    assert_eq(m1.is_conj(), m2.is_conj())
    assert_eq(m1.is_neg(), m2.is_neg())
    assert_eq(safe_grad(m1) is not None, safe_grad(m2) is not None)
    if safe_grad(m1) is not None:
        assert_metadata_eq(assert_eq, safe_grad(m1), safe_grad(m2), skip_symbolic=skip_symbolic)
    if m1.is_sparse:
        assert_eq(m1.dense_dim(), m2.dense_dim())
        assert_eq(m1.sparse_dim(), m2.sparse_dim())
        assert_eq(m1.is_coalesced(), m2.is_coalesced())
        return
    if is_sparse_compressed(m1):
        return
    if not skip_symbolic:
        assert_eq(m1.stride(), m2.stride())
        assert_eq(m1.storage_offset(), m2.storage_offset())
    assert_eq(m1._is_view(), m2._is_view())
    if m1._is_view():
        assert_metadata_eq(assert_eq, m1._base, m2._base, skip_symbolic=skip_symbolic, skip_leaf=skip_leaf)
