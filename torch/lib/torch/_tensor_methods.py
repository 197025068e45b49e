"""Methods of tensors that are written in Python; self is the tensor."""

import warnings

import torch


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
        See https://pytorch.org/docs/main/distributions.html"""))


def storage_type(self):
    return getattr(torch, self._typed_storage().pickle_storage_type())


def stft(self, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False, onesided=None, return_complex=None,
         align_to_window=None):
    return torch.stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex, align_to_window)


def istft(self, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False):
    return torch.istft(self, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)


def lu(self, pivot=True, get_infos=False):
    if not pivot:
        raise NotImplementedError("magneto factors with pivots only")
    factored, pivots = torch.linalg.lu_factor(self)
    if get_infos:
        return factored, pivots, torch.zeros(self.shape[:-2], dtype=torch.int32)
    return factored, pivots


def _elements(self, *others):
    return zip(*(t.reshape(-1).tolist() for t in (self, *others)))


def map_(self, tensor, callable):
    """Each element becomes callable(element, element of tensor)."""
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
    order = sorted(range(self.dim()), key=lambda d: -self.stride(d))
    if ambiguity_check is not False and len(set(self.stride())) != self.dim():
        raise RuntimeError("The tensor does not have unique dim order, or cannot map to exact one of the given memory formats.")
    return tuple(order)


def module_load(self, other, assign=False):
    """What a parameter becomes when a module loads `other` in its place."""
    if assign:
        return other.detach()
    return self.detach().copy_(other)


def to_dense(self, dtype=None, *, masked_grad=None):
    if dtype is not None:
        return self.to(dtype)
    return self


def to_mkldnn(self, *args, **kwargs):
    raise RuntimeError("magneto has no MKL-DNN tensors")


def histogram(self, bins, *, range=None, weight=None, density=False):
    return torch.histogram(self, bins, range=range, weight=weight, density=density)


def dequantize(self):
    return self.to(torch.float32)


def unsafe_chunk(self, chunks, dim=0):
    return tuple(t.clone() for t in self.chunk(chunks, dim))


def unsafe_split(self, split_size, dim=0):
    return tuple(t.clone() for t in self.split(split_size, dim))


def unsafe_split_with_sizes(self, split_sizes, dim=0):
    return tuple(t.clone() for t in self.split(split_sizes, dim))


def is_distributed(self):
    return False


def __reversed__(self):
    return self if self.dim() == 0 else self.flip(0)


def nonzero_static(self, *, size, fill_value=-1):
    """The first `size` indices of elements that are not zero, filled up."""
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    found = self.nonzero()
    out = torch.full((size, self.dim()), fill_value, dtype=torch.int64)
    n = min(size, found.size(0))
    out[:n] = found[:n]
    return out


def __dlpack_device__(self):
    return (1, 0)


def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    if self.is_conj():
        raise BufferError("Can't export tensors with the conjugate bit set")
    return torch.utils.dlpack._Capsule(self)


def index_reduce(self, dim, index, source, reduce, *, include_self=True):
    return torch.index_reduce(self, dim, index, source, reduce, include_self=include_self)


def index_reduce_(self, dim, index, source, reduce, *, include_self=True):
    return self.copy_(torch.index_reduce(self, dim, index, source, reduce, include_self=include_self))
