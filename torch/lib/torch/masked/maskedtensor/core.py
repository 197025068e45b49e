"""The class of masked tensors."""
import warnings

import torch

from . import binary, reductions, unary


def is_masked_tensor(obj, /):
    return isinstance(obj, MaskedTensor)


def _tensors_match(a, b, exact=True, rtol=1e-05, atol=1e-08):
    if is_masked_tensor(a) or is_masked_tensor(b):
        raise ValueError("Neither `a` nor `b` can be a MaskedTensor.")
    if a.layout != b.layout:
        raise ValueError(f"`a` and `b` must have the same layout. Got {a.layout} and {b.layout}")
    if a.dtype != b.dtype:
        b = b.type(a.dtype)
    if a.layout is not torch.strided:
        a, b = a.to_dense(), b.to_dense()
    if exact:
        return a.dim() == b.dim() and torch.eq(a, b).all().item()
    return a.dim() == b.dim() and torch.allclose(a, b, rtol=rtol, atol=atol)


def _masks_match(a, b):
    if is_masked_tensor(a) and is_masked_tensor(b):
        return _tensors_match(a.get_mask(), b.get_mask(), exact=True)
    return True


def _element(x):
    return f"{x:8.4f}" if isinstance(x, float) else f"{x}"


class MaskedTensor(torch.Tensor):
    @staticmethod
    def __new__(cls, data, mask, requires_grad=False):
        if is_masked_tensor(data) or not isinstance(data, torch.Tensor):
            raise TypeError("data must be a Tensor")
        if is_masked_tensor(mask) or not isinstance(mask, torch.Tensor):
            raise TypeError("mask must be a Tensor")
        warnings.warn("The PyTorch API of MaskedTensors is in prototype stage and will change in the near future. Please open a Github issue for feature requests "
                      "and see our documentation on the torch.masked module for further information about the project.", stacklevel=2)
        self = torch.Tensor._make_wrapper_subclass(cls, data.size(), strides=data.stride() if data.layout is torch.strided else None, dtype=data.dtype,
                                                   requires_grad=requires_grad)
        return self

    def __init__(self, data, mask, requires_grad=False):
        if data.layout != mask.layout:
            raise TypeError("data and mask must have the same layout.")
        if mask.dtype != torch.bool:
            raise TypeError("mask must have dtype bool.")
        if not (data.is_floating_point() or data.is_complex() or data.dtype in (torch.bool, torch.int8, torch.int16, torch.int32, torch.int64)):
            raise TypeError(f"{data.dtype} is not supported in MaskedTensor.")
        if data.dim() != mask.dim():
            raise ValueError("data.dim() must equal mask.dim()")
        if data.size() != mask.size():
            raise ValueError("data.size() must equal mask.size()")
        self._masked_data, self._masked_mask = data.detach(), mask.detach()

    layout = property(lambda self: self._masked_data.layout)

    def get_data(self):
        return _Data.apply(self)

    def get_mask(self):
        return self._masked_mask

    def to_tensor(self, value):
        return self.get_data().masked_fill(~self._masked_mask, value)

    def is_sparse_coo(self):
        return self.layout is torch.sparse_coo

    def is_sparse_csr(self):
        return self.layout is torch.sparse_csr

    is_sparse = property(lambda self: self.layout is torch.sparse_coo)

    def tolist(self):
        raise RuntimeError(".tolist() is not supported for tensor subclasses, got MaskedTensor")

    def numpy(self, *, force=False):
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")

    def to_dense(self):
        return self if self.layout is torch.strided else MaskedTensor(self._masked_data.to_dense(), self._masked_mask.to_dense())

    def to_sparse(self):
        places = self._masked_mask.to_sparse().coalesce()
        values = self._masked_data[tuple(places.indices())]
        return MaskedTensor(torch.sparse_coo_tensor(places.indices(), values, self.size(), is_coalesced=True), places)

    def to_sparse_coo(self):
        return self.to_sparse()

    def to_sparse_csr(self):
        places = self._masked_mask.to_sparse_csr()
        return MaskedTensor(torch.sparse_csr_tensor(places.crow_indices(), places.col_indices(), self._masked_data[self._masked_mask], self.size()), places)

    def __repr__(self, *, tensor_contents=None):
        data, mask = (x if x.layout is torch.strided else x.to_dense() for x in (self._masked_data, self._masked_mask))
        if data.dim() == 0:
            inside = bool(mask)
            return f"MaskedTensor({_element(data.item()) if inside else '--'}, {inside})"
        return f"MaskedTensor(\n{_rows(data, mask, '  ')}\n)"

    __str__ = __repr__

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if name in reductions.REDUCE_NAMES and args and is_masked_tensor(args[0]) and func in (getattr(torch, name), getattr(torch.Tensor, name)):
            return reductions.reduce(name, *args, **kwargs)
        if name in ("__matmul__", "__rmatmul__"):
            return NotImplemented
        if not all(issubclass(cls, t) for t in types):
            return NotImplemented
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **kwargs)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        rule = _RULES.get(func.overloadpacket.__name__)
        return NotImplemented if rule is None else rule(func, *args, **(kwargs or {}))


MaskedTensor.__module__ = "torch.masked.maskedtensor.core"


def _rows(data, mask, indent):
    if data.dim() == 1:
        row = [(_element(x), inside) for x, inside in zip(data.tolist(), mask.tolist())]
        width = max((len(text) if inside else 8 for text, inside in row), default=0)
        return indent + "[" + ", ".join(text if inside else "--".rjust(width) for text, inside in row) + "]"
    return indent + "[\n" + ",\n".join(_rows(d, m, indent + "  ") for d, m in zip(data, mask)) + "\n" + indent + "]"


# Below autograd

def _parts(x):
    return (x._masked_data, x._masked_mask) if is_masked_tensor(x) else (x, None)


def _unary(func, m, *args, **kwargs):
    if any(isinstance(a, torch.Tensor) for a in (*args, *kwargs.values())):
        raise TypeError("MaskedTensor unary ops do not support additional Tensor arguments")
    if not is_masked_tensor(m):
        raise TypeError("MaskedTensor unary ops do not support additional Tensor arguments")
    return MaskedTensor(func(m._masked_data, *args, **kwargs), m._masked_mask)


def _unary_(func, m, *args, **kwargs):
    func(m._masked_data, *args, **kwargs)
    return m


def _binary(func, a, b, *args, **kwargs):
    if not _masks_match(a, b):
        raise ValueError("Input masks must match. If you need support for this, please open an issue on Github.")
    (x, left), (y, right) = _parts(a), _parts(b)
    made = func(x, y, *args, **kwargs)
    mask = left if left is not None else right
    return MaskedTensor(made, mask.expand(made.size()) if mask.size() != made.size() else mask)


def _binary_(func, a, b, *args, **kwargs):
    if not _masks_match(a, b):
        raise ValueError("Input masks must match. If you need support for this, please open an issue on Github.")
    func(a._masked_data, _parts(b)[0], *args, **kwargs)
    return a


def _both(func, m, *args, **kwargs):
    """A view, or another arrangement, of data and mask alike."""
    data, mask = func(m._masked_data, *args, **kwargs), func(m._masked_mask, *args, **kwargs)
    return tuple(map(MaskedTensor, data, mask)) if isinstance(data, (tuple, list)) else MaskedTensor(data, mask)


def _several(func, tensors, *args, **kwargs):
    return MaskedTensor(func([t._masked_data for t in tensors], *args, **kwargs), func([t._masked_mask for t in tensors], *args, **kwargs))


def _data(func, m, *args, **kwargs):
    return MaskedTensor(func(m._masked_data, *args, **kwargs), m._masked_mask)


def _softmax(func, m, dim, *rest):
    data, mask = _parts(m)
    return MaskedTensor(func(data.masked_fill(~mask, float("-inf")), dim, *rest), mask)


def _item(func, m):
    if not bool(m._masked_mask):
        raise ValueError("magneto: the element is masked")
    return m._masked_data.item()


def _where(func, condition, a, b):
    c, left = _parts(condition)
    (x, right), (y, third) = _parts(a), _parts(b)
    made = func(c, x, y)
    if left is not None:
        return MaskedTensor(made, left.expand(made.size()))
    inside = torch.ones((), dtype=torch.bool)
    return MaskedTensor(made, func(c, inside if right is None else right, inside if third is None else third))


_RULES = dict.fromkeys(unary.UNARY_NAMES, _unary)
_RULES.update(dict.fromkeys(unary.INPLACE_UNARY_NAMES, _unary_))
_RULES.update(dict.fromkeys(binary.BINARY_NAMES, _binary))
_RULES.update(dict.fromkeys(binary.INPLACE_BINARY_NAMES, _binary_))
_RULES.update(dict.fromkeys("select slice transpose split t view _reshape_alias unsqueeze expand unfold index".split(), _both))
_RULES.update(dict.fromkeys("cat stack".split(), _several))
_RULES.update(dict.fromkeys("_to_copy clone detach alias ones_like contiguous conj threshold_backward".split(), _data))
_RULES.update({"_softmax": _softmax, "_local_scalar_dense": _item, "copy_": _binary_, "where": _where,
               "sigmoid_backward": _binary, "tanh_backward": _binary})


# Above autograd

class _FromParts(torch.autograd.Function):
    @staticmethod
    def forward(ctx, data, mask):
        return MaskedTensor(data, mask)

    @staticmethod
    def backward(ctx, g):
        return g, None


class _Data(torch.autograd.Function):
    @staticmethod
    def forward(ctx, m):
        ctx.mask = m._masked_mask
        return m._masked_data

    @staticmethod
    def backward(ctx, g):
        return g if is_masked_tensor(g) else MaskedTensor(g, ctx.mask)
