"""Methods of tensors that are written in Python; self is the tensor."""

import warnings

import torch
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
        See https://pytorch.org/docs/main/distributions.html"""))


def storage_type(self):
    return getattr(torch, self._typed_storage().pickle_storage_type())


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


def dequantize(self):
    return self.to(torch.float32)


def is_distributed(self):
    return False


def __dlpack_device__(self):
    return (1, 0)


def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    if self.is_conj():
        raise BufferError("Can't export tensors with the conjugate bit set")
    return torch.utils.dlpack._Capsule(self)
