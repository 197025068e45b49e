"""Methods of tensors that are written in Python; self is the tensor."""

import warnings

import torch
from torch._quantized.functions import int_repr, q_per_channel_axis, q_per_channel_scales, q_per_channel_zero_points, q_scale, q_zero_point, qscheme  # noqa: F401
from torch._removed import cholesky, eig, lstsq, qr, solve, symeig  # noqa: F401


def resize(self, *sizes):
    """Deprecated: a view or copy of other sizes with as many elements."""
    warnings.warn("non-inplace resize is deprecated", stacklevel=2)
    sizes = sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
    return self.reshape(sizes)


def resize_as(self, tensor):
    warnings.warn("non-inplace resize_as is deprecated", stacklevel=2)
    return self.reshape(tensor.size())


def reinforce(self, reward):
    def trim(text):
        return "\n".join(line.strip() for line in text.split("\n"))

    raise RuntimeError(trim("""reinforce() was removed.
        Use torch.distributions instead.
        See https://pytorch.org/docs/main/distributions.html

        Instead of:

        probs = policy_network(state)
        action = probs.multinomial()
        next_state, reward = env.step(action)
        action.reinforce(reward)
        action.backward()

        Use:

        probs = policy_network(state)
        # NOTE: categorical is equivalent to what used to be called multinomial
        m = torch.distributions.Categorical(probs)
        action = m.sample()
        next_state, reward = env.step(action)
        loss = -m.log_prob(action) * reward
        loss.backward()
    """))


def __rdiv__(self, other):
    """What Python 2 called for other / self."""
    return self.reciprocal() * other


def __div__(self, other):
    """What Python 2 called for self / other."""
    return self.div(other)


def __idiv__(self, other):
    return self.div_(other)


def slice_inverse(self, src, dim=0, start=None, end=None, step=1):
    """What a slice of self shows the whole of: src, on the memory of self."""
    return torch.slice_inverse(self, src, dim, start, end, step)


def storage_type(self):
    return getattr(torch, self._typed_storage().pickle_storage_type())


def _elements(self, *others):
    return zip(*(t.reshape(-1).tolist() for t in (self, *others)))


def map_(self, tensor, callable):
    """Each element becomes callable(element, element of tensor)."""
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"map_(): argument 'other' (position 1) must be Tensor, not {type(tensor).__name__}")
    if self.requires_grad or tensor.requires_grad:
        raise RuntimeError("Can't call map_() on Variable that requires grad. Use var.detach().map_() instead.")
    other = tensor.expand_as(self)
    self.copy_(torch.tensor([callable(a, b) for a, b in _elements(self, other)], dtype=self.dtype).view(self.shape))
    return self


def map2_(self, x, y, callable):
    if self.requires_grad or x.requires_grad or y.requires_grad:
        raise RuntimeError("Can't call map2_() on Variable that requires grad. Use var.detach().map2_() instead.")
    self.copy_(torch.tensor([callable(a, b, c) for a, b, c in _elements(self, x.expand_as(self), y.expand_as(self))], dtype=self.dtype).view(self.shape))
    return self


def dim_order(self, *, ambiguity_check=False):
    """Dimensions from the outermost in memory to the innermost."""
    formats = isinstance(ambiguity_check, list) and all(isinstance(f, torch.memory_format) for f in ambiguity_check)
    if not formats and not isinstance(ambiguity_check, bool):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    if formats:
        fitting = [f for f in ambiguity_check if self.is_contiguous(memory_format=f)]
        if len(fitting) == 1:
            return (0, *range(2, self.dim()), 1) if fitting[0] in (torch.channels_last, torch.channels_last_3d) else tuple(range(self.dim()))
    if (formats or ambiguity_check) and not _ordered(self):
        raise RuntimeError("The tensor does not have unique dim order, or cannot map to exact one of the given memory formats.")
    return tuple(sorted(range(self.dim()), key=lambda d: -self.stride(d)))


def _ordered(t):
    """Whether there is one order only in which the dimensions could lie: none has a single element, and no two lie as far apart."""
    return 1 not in t.shape and len(set(t.stride())) == t.dim()


def module_load(self, other, assign=False):
    """What a parameter becomes when a module loads `other` in its place."""
    if assign:
        return other.detach()
    return self.detach().copy_(other)


def to_dense(self, dtype=None, *, masked_grad=None):
    if dtype is not None:
        return self.to(dtype)
    return self


def to_sparse(self, *args, layout=None, blocksize=None, dense_dim=None):
    """The elements that are not zero, in one of the sparse layouts."""
    from torch.sparse import _coo, _compressed
    if args and isinstance(args[0], torch.layout):
        layout, args = args[0], args[1:]
    if layout is torch.strided:
        return self
    if layout is None or layout is torch.sparse_coo:
        sparse_dim = args[0] if args else None if dense_dim is None else self.dim() - dense_dim
        if sparse_dim is not None and not 0 <= sparse_dim <= self.dim() or self.dim() and sparse_dim == 0:
            raise RuntimeError("dense_to_sparse: sparse_dim argument must be in >0 when self.dim()>0" if sparse_dim == 0 else
                               f"dense_to_sparse: sparse_dim argument must be in [0,{self.dim()}] range, but {sparse_dim} is given")
        return _coo._Sparse.apply(self, sparse_dim)
    return _compressed._Compressed.apply(self, str(layout), blocksize, dense_dim)


def to_sparse_coo(self):
    return self.to_sparse()


def to_sparse_csr(self, dense_dim=None):
    return self.to_sparse(layout=torch.sparse_csr, dense_dim=dense_dim)


def to_sparse_csc(self, dense_dim=None):
    return self.to_sparse(layout=torch.sparse_csc, dense_dim=dense_dim)


def to_sparse_bsr(self, blocksize, dense_dim=None):
    return self.to_sparse(layout=torch.sparse_bsr, blocksize=blocksize, dense_dim=dense_dim)


def to_sparse_bsc(self, blocksize, dense_dim=None):
    return self.to_sparse(layout=torch.sparse_bsc, blocksize=blocksize, dense_dim=dense_dim)


def sparse_mask(self, mask):
    from torch.sparse import _coo, _compressed
    if _compressed.is_compressed(mask):
        return _compressed._SparseMask.apply(self, mask)
    if not _coo.is_coo(mask):
        raise RuntimeError("sparse_mask: expected mask to be of a sparse layout")
    return _coo._SparseMask.apply(self, mask)


def _of_layout(name, layouts):
    """A method that tensors of other layouts have."""
    def method(self):
        raise RuntimeError(f"{name} expected {layouts} tensor layout but got Strided")
    method.__name__ = name
    return method


indices, values = _of_layout("indices", "sparse coordinate"), _of_layout("values", "sparse")
_indices, _values, _nnz = _of_layout("_indices", "sparse coordinate"), _of_layout("_values", "sparse coordinate"), _of_layout("_nnz", "sparse")
coalesce, is_coalesced = _of_layout("coalesce", "sparse coordinate"), _of_layout("is_coalesced", "sparse coordinate")
crow_indices, col_indices = _of_layout("crow_indices", "sparse row compressed"), _of_layout("col_indices", "sparse row compressed")
ccol_indices, row_indices = _of_layout("ccol_indices", "sparse column compressed"), _of_layout("row_indices", "sparse column compressed")


def sparse_dim(self):
    return 0


def dense_dim(self):
    return self.dim()


def to_mkldnn(self, dtype=None):
    from torch._onednn.tensor import to_mkldnn

    return to_mkldnn(self, dtype)


def dequantize(self):
    return self.to(torch.float32)


def is_distributed(self):
    return False


def __dlpack_device__(self):
    return (torch.utils.dlpack.DLDeviceType.kDLCPU, 0)


def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    if self.is_conj():
        raise BufferError("Can't export tensors with the conjugate bit set")
    if self.layout is not torch.strided:
        raise BufferError("Can't export tensors with layout other than torch.strided")
    if stream is not None and type(stream) is not int:
        raise TypeError("stream must be ``int`` or ``none``")
    if self.device.type == "meta":
        raise BufferError("Cannot pack tensors on meta")
    if stream not in (None, -1) and self.device.type == "cpu":
        raise AssertionError("stream should be None on cpu.")
    return torch.utils.dlpack._Capsule(self, "dltensor_versioned" if max_version is not None and max_version[0] >= 1 else "dltensor")


def _view_func(self, base):
    """The view of another base that self is of its own; None where self is no view, or the base has another geometry."""
    if not self._is_view() or (base.size(), base.stride(), base.storage_offset(), base.dtype) != (self._base.size(), self._base.stride(), self._base.storage_offset(), self._base.dtype):
        return None
    return _view_func_unsafe(self, base)


def _view_func_unsafe(self, base):
    if not self._is_view():
        return None
    if self.dtype != base.dtype or self.is_conj() != base.is_conj() or self.is_neg() != base.is_neg():
        raise NotImplementedError("magneto replays views that have the type of their base")
    return base.as_strided(self.size(), self.stride(), base.storage_offset() + self.storage_offset() - self._base.storage_offset())


def _is_all_true(self):
    return torch.ops.aten._is_all_true(self)


def _is_any_true(self):
    return torch.ops.aten._is_any_true(self)


def _conj(self):
    return torch._conj(self)


def _conj_physical(self):
    return torch.conj_physical(self)


def _lazy_clone(self):
    return torch._lazy_clone(self)


def smm(self, mat):
    return torch.smm(self, mat)


def sspaddmm(self, *args, **kwargs):
    return torch.sspaddmm(self, *args, **kwargs)
