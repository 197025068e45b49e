"""Tensors of layouts sparse_csr, sparse_csc, sparse_bsr and sparse_bsc: rows or columns (of elements or blocks) one after the other.

compressed [rows + 1] says where the elements of each row begin, plain [nnz] which column each is in; csc and bsc have the roles of rows and columns changed.
"""
import torch
from torch._quantized.quantizer import _scalar_name

from ._coo import _ended, _part

_BY_ROW = (torch.sparse_csr, torch.sparse_bsr)
_BLOCKS = (torch.sparse_bsr, torch.sparse_bsc)


class CompressedTensor(torch.Tensor):
    """What torch.sparse_csr_tensor and its like make."""

    @staticmethod
    def __new__(cls, compressed, plain, values, size, layout):
        name = str(layout)[len("torch.sparse_"):].upper()
        torch._C._warn_once(f"Sparse {name} tensor support is in beta state. If you miss a functionality in the sparse tensor support, please submit a feature "
                            "request to https://github.com/pytorch/pytorch/issues.")
        self = torch.Tensor._make_wrapper_subclass(cls, torch.Size(size), dtype=values.dtype, device=values.device)
        self._compressed, self._plain, self._of, self._kind = compressed, plain, values, layout
        return self

    layout = property(lambda self: self._kind)
    is_sparse_csr = property(lambda self: self._kind is torch.sparse_csr)
    sparse_dim = lambda self: 2
    dense_dim = lambda self: self._of.dim() - (3 if self._kind in _BLOCKS else 1) - (self._compressed.dim() - 1)
    _nnz = lambda self: self._plain.size(-1)

    def __setitem__(self, index, value):
        raise TypeError("Cannot assign to a sparse tensor")

    def is_contiguous(self, memory_format=torch.contiguous_format):
        raise RuntimeError("Sparse CSR tensors do not have is_contiguous")

    def contiguous(self, memory_format=torch.contiguous_format):
        return self.is_contiguous()

    def numpy(self, *, force=False):
        raise TypeError(f"can't convert {_word(self._kind)} layout tensor to numpy. Use Tensor.to_dense() first.")

    def __array__(self, dtype=None, copy=None):
        return self.numpy()

    def tolist(self):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def apply_(self, callable):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def map_(self, tensor, callable):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def share_memory_(self):
        raise NotImplementedError("Cannot access storage of SparseCsrTensorImpl")

    @property
    def nbytes(self):
        return self.numel() * self.element_size()

    def values(self):
        return _Values.apply(self)

    def _part(self, name, wanted, part):
        if (self._kind in _BY_ROW) != wanted:
            raise RuntimeError(f"{name} expected sparse {'row' if wanted else 'column'} compressed tensor layout but got {_word(self._kind)}")
        return part.detach()

    def crow_indices(self):
        return self._part("crow_indices", True, self._compressed)

    def col_indices(self):
        return self._part("col_indices", True, self._plain)

    def ccol_indices(self):
        return self._part("ccol_indices", False, self._compressed)

    def row_indices(self):
        return self._part("row_indices", False, self._plain)

    def to_dense(self, dtype=None, *, masked_grad=None):
        made = _Dense.apply(self)
        return made if dtype is None else made.to(dtype)

    def indices(self):
        raise RuntimeError(f"indices expected sparse coordinate tensor layout but got {_word(self._kind)}")

    def coalesce(self):
        raise RuntimeError(f"coalesce expected sparse coordinate tensor layout but got {_word(self._kind)}")

    def is_coalesced(self):
        raise RuntimeError(f"is_coalesced expected sparse coordinate tensor layout but got {_word(self._kind)}")

    def sparse_mask(self, mask):
        if not is_compressed(mask) or mask._kind is not self._kind:
            raise RuntimeError(f"sparse_mask: expected mask to be of layout {_word(self._kind)}")
        return _SparseMask.apply(self.to_dense(), mask)

    def to_sparse(self, *args, layout=None, blocksize=None, dense_dim=None):
        if args and isinstance(args[0], torch.layout):
            layout = args[0]
        if layout is self._kind and (blocksize is None or tuple(blocksize) == tuple(self._of.shape[1:3])):
            return self
        from . import _conversions
        return _conversions.convert(self, layout or torch.sparse_coo, blocksize)

    def to_sparse_coo(self):
        return self.to_sparse(layout=torch.sparse_coo)

    def to_sparse_csr(self, dense_dim=None):
        return self.to_sparse(layout=torch.sparse_csr)

    def to_sparse_csc(self, dense_dim=None):
        return self.to_sparse(layout=torch.sparse_csc)

    def to_sparse_bsr(self, blocksize, dense_dim=None):
        return self.to_sparse(layout=torch.sparse_bsr, blocksize=blocksize)

    def to_sparse_bsc(self, blocksize, dense_dim=None):
        return self.to_sparse(layout=torch.sparse_bsc, blocksize=blocksize)

    def stride(self, dim=None):
        raise RuntimeError("Sparse CSR tensors do not have strides")

    def storage(self):
        raise NotImplementedError("Cannot access storage of SparseCsrTensorImpl")

    def __reduce_ex__(self, protocol):
        return torch._utils._rebuild_sparse_tensor, (self.layout, (self._compressed, self._plain, self._of.detach(), self.size()))

    def __deepcopy__(self, memo):
        return self.detach().clone().requires_grad_(self.requires_grad)

    def __repr__(self, *, tensor_contents=None):
        names = ("crow_indices", "col_indices") if self._kind in _BY_ROW else ("ccol_indices", "row_indices")
        text = "tensor(" + ",\n       ".join([_part(names[0], self._compressed), _part(names[1], self._plain), _part("values", self._of.detach())])
        return _ended(text, self, False)

    __str__ = __repr__

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        rule = _RULES.get(name)
        if name.removesuffix("_") in _IN_PLACE and name.endswith("_"):
            plain = getattr(torch.ops.aten, name[:-1])
            return _replaced(args[0], _RULES[name[:-1]](plain, *args, **(kwargs or {})))
        if rule is None:
            raise NotImplementedError(f"Could not run '{str(func).replace('.', '::', 1).removesuffix('.default')}' with arguments from the 'SparseCsrCPU' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build). If you are a Facebook employee using PyTorch on mobile, please visit https://fburl.com/ptmfixes for possible resolutions.")
        return rule(func, *args, **(kwargs or {}))


CompressedTensor.__name__ = CompressedTensor.__qualname__ = "Tensor"
CompressedTensor.__module__ = "torch"


def _word(layout):
    return {torch.sparse_csr: "SparseCsr", torch.sparse_csc: "SparseCsc", torch.sparse_bsr: "SparseBsr", torch.sparse_bsc: "SparseBsc", torch.strided: "Strided",
            torch.sparse_coo: "Sparse"}[layout]


def is_compressed(x):
    return isinstance(x, CompressedTensor)


def _like(s, values):
    return CompressedTensor(s._compressed, s._plain, values, s.size(), s._kind)


def _places(s):
    """The row and the column of each element or block."""
    outer = torch.repeat_interleave(torch.arange(s._compressed.size(-1) - 1), s._compressed.diff().long())
    inner = s._plain.long()
    return (outer, inner) if s._kind in _BY_ROW else (inner, outer)


def _dense(s):
    if s._compressed.dim() > 1:
        rows = [CompressedTensor(c, p, v, s.size()[1:], s._kind) for c, p, v in zip(s._compressed, s._plain, s._of)]
        return torch.stack([_dense(r) for r in rows])
    row, column = _places(s)
    if s._kind not in _BLOCKS:
        return torch.zeros(s.size(), dtype=s.dtype).index_put((row, column), s._of)
    high, wide = s._of.shape[1:3]
    out = torch.zeros(s.size(0) // high, s.size(1) // wide, high, wide, dtype=s.dtype).index_put((row, column), s._of)
    return out.transpose(1, 2).reshape(s.size())


def _replaced(s, other):
    """s with the elements of another tensor."""
    s._compressed, s._plain, s._of = other._compressed, other._plain, other._of.to(s.dtype)
    return s


def compress(t, layout, blocksize=None, dense_dim=None, at=None):
    """A dense matrix, or a batch of matrices with as many elements each, in a compressed layout; elements have the last dense_dim dimensions. Specified are
    those where at is true, or else those that are not 0."""
    dense = dense_dim or 0
    if t.dim() < 2 + dense:
        raise RuntimeError(f"Expected input to have at least 2 dimensions but got {t.dim()}")
    if t.dim() == 3 + dense:
        parts = [compress(m, layout, blocksize, dense_dim, None if at is None else a) for m, a in zip(t, t if at is None else at)]
        if len({p._nnz() for p in parts}) > 1:
            raise RuntimeError("Expect the same number of specified elements per batch.")
        return CompressedTensor(torch.stack([p._compressed for p in parts]), torch.stack([p._plain for p in parts]), torch.stack([p._of for p in parts]), t.size(), layout)
    if layout in _BLOCKS:
        if blocksize is None:
            raise RuntimeError("to_sparse: expected blocksize")
        high, wide = blocksize if isinstance(blocksize, (list, tuple)) else (blocksize, blocksize)
        if t.size(0) % high or t.size(1) % wide:
            raise RuntimeError(f"dense_to_{str(layout)[6:]}: tensor sparse size ({t.size(0)},{t.size(1)}) must be divisible by given blocksize ({high},{wide})")
        t, at = (x if x is None else x.reshape(x.size(0) // high, high, x.size(1) // wide, wide, *x.shape[2:]).transpose(1, 2) for x in (t, at))
    some = t != 0 if at is None else at
    some = some.flatten(2).any(-1) if some.dim() > 2 else some
    size = (t.size(0) * t.size(2), t.size(1) * t.size(3), *t.shape[4:]) if layout in _BLOCKS else t.size()
    if layout in _BY_ROW:
        at = some.nonzero()
        outer, inner, values, n = at[:, 0], at[:, 1], t[some], some.size(0)
    else:
        at = some.t().nonzero()
        outer, inner, values, n = at[:, 0], at[:, 1], t.transpose(0, 1)[some.t()], some.size(1)
    starts = torch.cat([torch.zeros(1, dtype=torch.long), torch.bincount(outer, minlength=n).cumsum(0)])
    return CompressedTensor(starts, inner.contiguous(), values.contiguous(), size, layout)


def _elementwise(func, s, *args, **kwargs):
    for x in (s, *args):
        if x is not s and is_compressed(x) or not is_compressed(s):
            raise RuntimeError(f"unsupported tensor layout: {_word(x.layout)}")
    return _like(s, func(s._of, *args, **kwargs))


def _empty_like(func, s, *, dtype=None, layout=None, device=None, **kwargs):
    device = device or s.device
    if layout not in (None, s.layout):
        return torch.empty(s.size(), dtype=dtype or s.dtype, layout=layout, device=device)
    return CompressedTensor(s._compressed.to(device), s._plain.to(device), torch.empty_like(s._of, dtype=dtype, device=device), s.size(), s._kind)


def _full_like(func, s, value, *, dtype=None, **kwargs):
    return _like(s, torch.full_like(s._of, value, dtype=dtype))


def _fill_(func, s, value):
    s._of.fill_(value)
    return s


def _plain_of(x):
    return _dense(x) if is_compressed(x) else x.to_dense() if isinstance(x, torch.Tensor) and x.layout is torch.sparse_coo else x


def _mul(func, a, b):
    if not is_compressed(a):
        a, b = b, a
    if not isinstance(b, torch.Tensor) or b.dim() == 0:
        return _like(a, a._of * b)
    return compress(_dense(a) * _plain_of(b), a._kind, a._of.shape[1:3])


def _add(func, a, b, *, alpha=1):
    if not is_compressed(a) or not is_compressed(b):
        for x, other in ((a, b), (b, a)):
            if not isinstance(x, torch.Tensor) or x.dim() == 0:
                raise RuntimeError(f"add: expected 'self' and 'other' to have same size, but self has size {list(other.size()) if x is b else []} while other has size {[] if x is b else list(other.size())} (FYI: dense-sparse addition does not currently support broadcasting)")
        return _plain_of(a) + _plain_of(b) * alpha
    return compress(_dense(a) + _dense(b) * alpha, a._kind, a._of.shape[1:3])


def _written(made, out):
    """A result, in the tensor that out= gives."""
    return made if out is None else _replaced(out, made) if is_compressed(out) else out.resize_(made.size()).copy_(made)


def _mm(func, a, b, *, out=None):
    made = _plain_of(a) @ _plain_of(b)
    return _written(compress(made, a._kind, a._of.shape[1:3]) if is_compressed(a) and is_compressed(b) else made, out)


def _addmm(func, c, a, b, *, beta=1, alpha=1, out=None):
    """Of addmm and addmv."""
    return _written(_plain_of(c) * beta + (_plain_of(a) @ _plain_of(b)) * alpha, out)


def _threshold_backward(func, g, s, threshold):
    """The gradient of relu, at the places of what it gave."""
    if not is_compressed(s):
        return func(_plain_of(g), s, threshold)
    if not is_compressed(g):
        raise RuntimeError(f"values expected sparse tensor layout but got {_word(g.layout)}")
    return _like(s, func(g._of if g._nnz() == s._nnz() else _picked(s, _plain_of(g))._of, s._of, threshold))


def _transpose(func, s, *dims):
    other = {torch.sparse_csr: torch.sparse_csc, torch.sparse_csc: torch.sparse_csr, torch.sparse_bsr: torch.sparse_bsc, torch.sparse_bsc: torch.sparse_bsr}[s._kind]
    values = s._of.transpose(1, 2) if s._kind in _BLOCKS else s._of
    return CompressedTensor(s._compressed, s._plain, values, (s.size(1), s.size(0)), other)


def _sum(func, s, dim=None, keepdim=False, *, dtype=None):
    if dim is None or dim == []:
        return s._of.sum(dtype=dtype)
    if not keepdim:
        raise RuntimeError("reduction operations on CSR tensors with keepdim=False is unsupported")
    return compress(_dense(s).sum(dim, keepdim, dtype=dtype), s._kind, s._of.shape[1:3])


def _to_copy(func, s, *, dtype=None, device=None, **kwargs):
    if device is not None and device != s.device:
        if device.type != "meta":
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
        return _emptied(s, dtype or s.dtype, device)
    return _like(s, s._of.to(dtype) if dtype else s._of.clone())


def _emptied(s, dtype, device):
    """A tensor of the same size on another device, without elements."""
    at = s._compressed.dim() - 1  # the batch
    plain = torch.empty(*s._plain.shape[:-1], 0, dtype=s._plain.dtype, device=device)
    values = torch.empty(*s._of.shape[:at], 0, *s._of.shape[at + 1:], dtype=dtype, device=device)
    return CompressedTensor(torch.empty_like(s._compressed, device=device), plain, values, s.size(), s._kind)


def _zero_(func, s):
    return _replaced(s, _emptied(s, s.dtype, s.device))


def _zeros_like(func, s, *, dtype=None, device=None, **kwargs):
    return _emptied(s, dtype or s.dtype, device or s.device)


def _select(func, s, dim, index):
    if dim not in (0, 1) or s.dim() != 2:
        return _dense(s).select(dim, index)
    places, values = _places(s), s._of
    if s._kind in _BLOCKS:  # all elements of a block are specified
        high, wide = values.shape[1:]
        row = (places[0].view(-1, 1, 1) * high + torch.arange(high).view(-1, 1)).expand(-1, high, wide).reshape(-1)
        column = (places[1].view(-1, 1, 1) * wide + torch.arange(wide)).expand(-1, high, wide).reshape(-1)
        order = (row * s.size(1) + column).argsort()
        places, values = (row[order], column[order]), values.reshape(-1)[order]
    here = places[dim] == index
    return torch.sparse_coo_tensor(places[1 - dim][here].unsqueeze(0), values[here], (s.size(1 - dim),), is_coalesced=True)


def _copy_(func, s, other, non_blocking=False):
    if not is_compressed(other) or other._kind is not s._kind:
        raise RuntimeError("copy of sparse compressed tensors having different layouts is not supported.")
    return _replaced(s, other.clone())


_ELEMENTWISE = ("neg abs asin asinh atan atanh ceil erf erfinv expm1 floor frac log1p relu round sgn sign sin sinh sqrt tan tanh trunc square isnan isinf isposinf isneginf signbit div "
                "conj_physical positive deg2rad rad2deg detach alias angle")
_IN_PLACE = {*_ELEMENTWISE.split(), "add", "sub", "mul"} - {"detach", "alias", "angle", "isnan", "isinf", "isposinf", "isneginf", "signbit", "positive"}
_RULES = dict.fromkeys(_ELEMENTWISE.split(), _elementwise)
_RULES.update({
    "empty_like": _empty_like, "zeros_like": _zeros_like, "full_like": _full_like, "ones_like": lambda func, s, **kwargs: _full_like(func, s, 1, **kwargs), "fill_": _fill_, "_conj": lambda func, s: _like(s, s._of.conj_physical()), "clone": lambda func, s, *, memory_format=None: _like(s, s._of.clone()), "mul": _mul, "add": _add,
    "sub": lambda func, a, b, *, alpha=1: _add(func, a, b, alpha=-alpha), "copy_": _copy_, "mm": _mm, "addmm": _addmm, "addmv": _addmm,
    "threshold_backward": _threshold_backward, "zero_": _zero_, "detach_": lambda func, s: s,
    "mv": lambda func, a, b: _dense(a) @ b, "bmm": lambda func, a, b: _plain_of(a) @ _plain_of(b), "t": _transpose, "transpose": _transpose, "sum": _sum,
    "_to_copy": _to_copy, "select": _select, "unbind": lambda func, s, dim=0: [_select(func, s, dim, i) for i in range(s.size(dim))], "is_same_size": lambda func, a, b: a.size() == b.size(),
})


class _Dense(torch.autograd.Function):
    @staticmethod
    def forward(ctx, s):
        ctx.pattern, ctx._node_name = s.detach(), "ToDenseBackward0"
        return _dense(s)

    @staticmethod
    def backward(ctx, g):
        return _picked(ctx.pattern, _plain_of(g))


class _SparseMask(torch.autograd.Function):
    """The elements of a dense tensor at the places of a compressed one."""

    @staticmethod
    def forward(ctx, dense, mask):
        ctx._node_name = "SparseMaskBackward0"
        return _picked(mask.detach(), dense.detach())

    @staticmethod
    def backward(ctx, g):
        return _plain_of(g), None


class _Product(torch.autograd.Function):
    """torch.sparse.mm: the gradient of the compressed operand has its places."""

    @staticmethod
    def forward(ctx, s, dense):
        ctx._node_name = "SparseAddmmBackward0"
        ctx.pattern, ctx.dense = s.detach(), dense.detach()
        return _dense(ctx.pattern) @ ctx.dense

    @staticmethod
    def backward(ctx, g):
        left = _picked(ctx.pattern, g @ ctx.dense.conj().t()) if ctx.needs_input_grad[0] else None
        return left, _dense(ctx.pattern).conj().t() @ g if ctx.needs_input_grad[1] else None


class _Sampled(torch.autograd.Function):
    """torch.sparse.sampled_addmm."""

    @staticmethod
    def forward(ctx, s, a, b, beta, alpha):
        ctx._node_name = "SparseSampledAddmmBackward0"
        ctx.parts = a.detach(), b.detach(), beta, alpha
        s = s.detach()
        made = _picked(s, a.detach() @ b.detach())
        return _like(s, s._of * beta + made._of * alpha)

    @staticmethod
    def backward(ctx, g):
        a, b, beta, alpha = ctx.parts
        plain = _plain_of(g)
        of_s = _like(g, g._of * beta) if is_compressed(g) else g * beta
        return of_s, plain @ b.conj().mT * alpha, a.conj().mT @ plain * alpha, None, None


def _picked(s, dense):
    """The elements of a dense matrix at the places of s."""
    row, column = _places(s)
    if s._kind in _BLOCKS:
        high, wide = s._of.shape[1:3]
        dense = dense.reshape(s.size(0) // high, high, s.size(1) // wide, wide, *dense.shape[2:]).transpose(1, 2)
    return _like(s, dense[row, column])


class _Values(torch.autograd.Function):
    @staticmethod
    def forward(ctx, s):
        ctx.pattern, ctx._node_name = s.detach(), "ValuesBackward0"
        return s._of.detach()

    @staticmethod
    def backward(ctx, g):
        return _like(ctx.pattern, g)


class _Made(torch.autograd.Function):
    @staticmethod
    def forward(ctx, compressed, plain, values, size, layout):
        made = CompressedTensor(compressed, plain, values.detach(), size, _layout_named(layout))
        ctx.pattern, ctx._node_name = made, "SparseCompressedTensorBackward0"
        return made

    @staticmethod
    def backward(ctx, g):
        return None, None, (g._of if is_compressed(g) else _picked(ctx.pattern, g)._of), None, None


class _Compressed(torch.autograd.Function):
    """to_sparse of a dense tensor."""

    @staticmethod
    def forward(ctx, t, layout, blocksize, dense_dim):
        layout = _layout_named(layout)
        made = compress(t.detach(), layout, blocksize, dense_dim)
        ctx._node_name = f"To{_word(layout)}Backward0"
        return made

    @staticmethod
    def backward(ctx, g):
        return _plain_of(g), None, None, None


def _layout_named(name):
    """The layout torch.<name>: arguments of recorded functions are tensors, numbers and names."""
    return getattr(torch, name.removeprefix("torch."))


def make(compressed, plain, values, size=None, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, check_invariants=None):
    """torch.sparse_compressed_tensor."""
    compressed, plain, values = torch.as_tensor(compressed), torch.as_tensor(plain), torch.as_tensor(values)
    if dtype is not None:
        values = values.to(dtype)
    torch._utils._linked(device)
    if layout is None:
        raise RuntimeError("sparse_compressed_tensor expected sparse compressed tensor layout but got none")
    if layout in (torch.strided, torch.sparse_coo):
        raise RuntimeError(f"sparse_compressed_tensor expected sparse compressed tensor layout but got {'Sparse' if layout is torch.sparse_coo else 'Strided'}")
    if size is None:
        high, wide = values.shape[1:3] if layout in _BLOCKS else (1, 1)
        rows, columns = (compressed.size(-1) - 1), (int(plain.max()) + 1 if plain.numel() else 0)
        size = (rows * high, columns * wide) if layout in _BY_ROW else (columns * high, rows * wide)
        size = (*compressed.shape[:-1], *size)
    if check_invariants or check_invariants is None and torch.sparse.check_sparse_tensor_invariants.is_enabled():
        _check(compressed, plain, values, size, layout)
    compressed, plain = (x if x.dtype in (torch.int32, torch.int64) else x.long() for x in (compressed, plain))
    made = _Made.apply(compressed, plain, values, torch.Size(size), str(layout))
    return made.detach().requires_grad_() if requires_grad else made if values.requires_grad else made.detach()


def _check(compressed, plain, values, size, layout):
    """Raises what is wrong with the parts of a compressed tensor, dimensions before numbers."""
    by_row, blocked = layout in _BY_ROW, layout in _BLOCKS
    outer, inner = ("crow_indices", "col_indices") if by_row else ("ccol_indices", "row_indices")
    lines, columns = ("nrows", "ncols") if by_row else ("ncols", "nrows")

    def need(condition, text):
        if not condition:
            raise RuntimeError(text)

    kind = {torch.sparse_coo: "Sparse"}.get(values.layout, "SparseCsr")
    need(values.layout is torch.strided, f"expected values to be a strided tensor but got {kind} tensor")
    batch, block = compressed.dim() - 1, 2 if blocked else 0
    need(compressed.dim() >= 1, f"{outer} must have dimensionality >= 1 but got {compressed.dim()}")
    need(compressed.dim() == plain.dim(), f"{outer} and {inner} dimensionalities must be equal but got {compressed.dim()} and {plain.dim()}, respectively")
    need(values.dim() > batch + block, f"values must have dimensionality > sum of batch and block dimensionalities (={batch} + {block}) but got {values.dim()}")
    dense = values.dim() - batch - block - 1
    need(len(size) == batch + 2 + dense, f"tensor dimensionality must be sum of batch, base, and dense dimensionalities (={batch} + 2 + {dense}) but got {len(size)}")
    shapes = [list(t.shape[:batch]) for t in (compressed, plain, values)]
    need(shapes == [list(size[:batch])] * 3, f"all batch dimensions of {outer} (={shapes[0]}), {inner} (={shapes[1]}), and values (={shapes[2]}) must be equal to tensor batch dimensions (={list(size[:batch])})")
    extents = [*size[batch:batch + 2]]
    for i in range(2 if blocked else 0):
        n = values.size(batch + 1 + i)
        need(n == 0 or extents[i] % n == 0, f"tensor shape[{i}] (={extents[i]}) must be divisible with blocksize[{i}] (={n}) as defined by values shape")
        extents[i] //= max(n, 1)
    rows, width = extents if by_row else extents[::-1]
    what = ("row" if by_row else "column") + (" blocks" if blocked else "s")
    need(compressed.size(-1) == rows + 1, f"{outer}.shape[-1] must be equal to the number of {what} + 1 (={rows + 1}), but got {compressed.size(-1)}")
    nnz = values.size(batch)
    need(plain.size(-1) == nnz, f"{inner}.shape[-1] must be equal to nnz (={nnz}) as defined by values.shape[{batch}], but got {plain.size(-1)}")
    need(compressed.dtype == plain.dtype, f"{outer} and {inner} must have the same dtype, bot got {_scalar_name(compressed.dtype)} and {_scalar_name(plain.dtype)}, respectively")
    need(compressed.dtype in (torch.int32, torch.int64), f"{outer} and {inner} dtype must be Int or Long, but got {_scalar_name(compressed.dtype)}")
    for name, t in ((outer, compressed), (inner, plain)):
        need(t.size(-1) < 2 or t.stride(-1) == 1, f"expected {name} to be a contiguous tensor per batch")
    steps = compressed[..., 1:] - compressed[..., :-1]
    need(bool((compressed[..., 0] == 0).all()), f"`{outer}[..., 0] == 0` is not satisfied.")
    need(bool((compressed[..., -1] == nnz).all()), f"`{outer}[..., -1] == nnz` is not satisfied.")
    need(bool(((plain >= 0) & (plain < width)).all()), f"`0 <= {inner} < {columns}` is not satisfied.")
    need(bool(((steps >= 0) & (steps <= width)).all()), f"`0 <= {outer}[..., 1:] - {outer}[..., :-1] <= {columns}` is not satisfied.")
    for starts, places in zip(compressed.reshape(-1, compressed.size(-1)).tolist(), plain.reshape(-1, nnz).tolist()):
        need(all(places[k - 1] < places[k] for first, last in zip(starts, starts[1:]) for k in range(first + 1, last)),
             f"`{inner}[..., {outer}[..., i - 1]:{outer}[..., i]] for all i = 1, ..., {lines} are sorted and distinct along the last dimension values` is not satisfied.")