"""Tensors of layout sparse_coo: indices [sparse dimensions, nnz] and values [nnz, dense dimensions...].

A sparse tensor is a wrapper whose operators run below autograd, in __torch_dispatch__; what has a derivative that depends on the layout is a Function.
"""
import torch
from torch import _tensor_str


class SparseTensor(torch.Tensor):
    """What torch.sparse_coo_tensor makes; scripts know it as a Tensor with another layout."""

    @staticmethod
    def __new__(cls, indices, values, size, coalesced=False):
        self = torch.Tensor._make_wrapper_subclass(cls, torch.Size(size), dtype=values.dtype, device=values.device)
        self._at, self._of, self._together = indices, values, coalesced
        return self

    layout = property(lambda self: torch.sparse_coo)
    is_sparse = property(lambda self: True)
    is_coalesced = lambda self: self._together
    _is_coalesced = property(lambda self: self._together)
    sparse_dim = _dimI = lambda self: self._at.size(0)
    dense_dim = _dimV = lambda self: self.dim() - self._at.size(0)
    _nnz = lambda self: self._at.size(1)

    def __setitem__(self, index, value):
        raise TypeError("Cannot assign to a sparse tensor")

    def _indices(self):
        return self._at.detach()

    def _values(self):
        return self._of.detach()

    def indices(self):
        self._need_coalesced("indices")
        return self._at.detach()

    def values(self):
        self._need_coalesced("values")
        return _Values.apply(self)

    def _need_coalesced(self, what):
        if not self._together:
            raise RuntimeError(f"Cannot get {what} on an uncoalesced tensor, please call .coalesce() first")

    def _coalesced_(self, on):
        self._together = on
        return self

    def coalesce(self):
        return self if self._together else _Coalesced.apply(self)

    def to_dense(self, dtype=None, *, masked_grad=None):
        made = _Dense.apply(self, masked_grad is not False)
        return made if dtype is None else made.to(dtype)

    def to_sparse(self, *args, layout=None, blocksize=None, dense_dim=None):
        if args and isinstance(args[0], torch.layout):
            layout, args = args[0], ()
        if layout is None or layout is torch.sparse_coo:
            if args and args[0] != self.sparse_dim():
                raise RuntimeError("to_sparse: conversion from Sparse to Sparse with sparse_dim argument !=self.sparse_dim() is not supported")
            return self
        from . import _conversions
        return _conversions.convert(self, layout, blocksize)

    def to_sparse_coo(self):
        return self

    def to_sparse_csr(self, dense_dim=None):
        return self.to_sparse(layout=torch.sparse_csr, dense_dim=dense_dim)

    def to_sparse_csc(self, dense_dim=None):
        return self.to_sparse(layout=torch.sparse_csc, dense_dim=dense_dim)

    def sparse_resize_(self, size, sparse_dim, dense_dim):
        return self._replace(self._at, self._of, size)

    def sparse_resize_and_clear_(self, size, sparse_dim, dense_dim):
        return self._replace(torch.zeros(sparse_dim, 0, dtype=torch.long), self._of.new_zeros((0, *size[sparse_dim:])), size)

    def _replace(self, indices, values, size):
        fresh = SparseTensor(indices, values, size)
        self.data = fresh
        self._at, self._of, self._together = indices, values, False
        return self

    def sparse_mask(self, mask):
        return _SparseMask.apply(self.to_dense(), mask)

    def contiguous(self, memory_format=torch.contiguous_format):
        return self

    def is_contiguous(self, memory_format=torch.contiguous_format):
        if memory_format == torch.contiguous_format:
            return False
        raise RuntimeError(f"unsupported memory format option {str(memory_format).rpartition('.')[2].partition('_')[0].capitalize()}")

    def type(self, dtype=None, non_blocking=False):
        return f"torch.sparse.{self._of.type().rpartition('.')[2]}" if dtype is None else self.to(torch.sparse._legacy.dtype_of(dtype))

    def apply_(self, callable):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def map_(self, tensor, callable):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def __iter__(self):
        return iter([self.select(0, i) for i in range(self.size(0))])

    def stride(self, dim=None):
        return (0,) * self.dim() if dim is None else 0

    def storage(self):
        raise NotImplementedError("Cannot access storage of SparseTensorImpl")

    untyped_storage = _typed_storage = storage

    def data_ptr(self):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def reshape(self, *shape):
        raise RuntimeError("reshape is not implemented for sparse tensors")

    def numpy(self, *, force=False):
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.")

    def __array__(self, dtype=None, copy=None):
        return self.numpy()

    def share_memory_(self):
        raise NotImplementedError("Cannot access storage of SparseTensorImpl")

    @property
    def nbytes(self):
        raise RuntimeError("nbytes is not defined for sparse tensors.  If you want the size of the constituent tensors, add the nbytes of the indices and values.  If you want the "
                           "size of the  equivalent dense tensor, multiply numel() by element_size()")

    def tolist(self):
        raise TypeError("can't convert Sparse layout tensor to a list. Use Tensor.to_dense() first.")

    def item(self):
        return self.to_dense().item()

    def is_same_size(self, other):
        return self.size() == other.size()

    def __len__(self):
        return self.size(0)

    def __reduce_ex__(self, protocol):
        return torch._utils._rebuild_sparse_tensor, (self.layout, (self._indices(), self._values(), self.size(), self._together))

    def __deepcopy__(self, memo):
        made = self.detach().clone()
        return made.requires_grad_(self.requires_grad)

    def __repr__(self, *, tensor_contents=None):
        text = "tensor(" + _part("indices", self._indices()) + ",\n       " + _part("values", self._values())
        return _ended(text, self, True)

    __str__ = __repr__

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func in _FUNCTIONS and is_coo(args[0]) and args[0].requires_grad and torch.is_grad_enabled() and len(args) == _FUNCTIONS[func][1] and not kwargs:
            return _FUNCTIONS[func][0].apply(*args)
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **(kwargs or {}))

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        rule = _RULES.get(func.overloadpacket.__name__)
        if rule is None:
            raise _missing(func, _FILLED.get(func.overloadpacket.__name__))
        kwargs = dict(kwargs or {})
        out = kwargs.pop("out", None)
        return rule(func, *args, **kwargs) if out is None else _written(rule(_plain_overload(func), *args, **kwargs), out)


SparseTensor.__name__ = SparseTensor.__qualname__ = "Tensor"
SparseTensor.__module__ = "torch"


def _part(name, t):
    """A tensor within the text of another: without its type, with its size where it is empty."""
    with _tensor_str.printoptions(linewidth=_tensor_str.get_printoptions()["linewidth"] - len("tensor(") - len(name) - 1):
        text = repr(t)
    text = text.replace(f", dtype={t.dtype}", "").replace(f",\n       dtype={t.dtype}", "")
    if t.numel():
        text = text.replace(f", size={tuple(t.size())}", "")
    if t.is_meta or not t.numel():
        text = f"tensor({'...' if t.is_meta else '[]'}, size={tuple(t.size())})"
    first, *rest = text.split("\n")
    indent = " " * (len("tensor(") + len(name) + 1)
    return "\n".join([f"{name}={first}", *(indent + line if line else "" for line in rest)])


def _ended(text, t, breaks):
    """Text with what is told of a tensor, on a new line where a line has no room."""
    size = f"size={tuple(t.size())}"
    tail = ["device='meta'", size] if t.is_meta else [size, f"nnz={t._nnz()}"]
    if t.dtype not in (torch.get_default_dtype(), torch.get_default_dtype().to_complex(), torch.int64, torch.bool):
        tail.append(f"dtype={t.dtype}")
    tail.append(f"layout={t.layout}")
    if t.grad_fn is not None:
        tail.append(f"grad_fn=<{type(t.grad_fn).__name__}>")
    elif t.requires_grad:
        tail.append("requires_grad=True")
    width = len(text) - text.rfind("\n") + 1
    for part in tail:
        if breaks or width + len(part) + 2 > _tensor_str.get_printoptions()["linewidth"]:
            text += ",\n       " + part
            width, breaks = 7 + len(part), False
        else:
            text += ", " + part
            width += len(part) + 2
    return text + ")"


def is_coo(x):
    return isinstance(x, SparseTensor)


# Below autograd

def _like(s, values, indices=None, size=None, coalesced=None):
    return SparseTensor(s._at if indices is None else indices, values, s.size() if size is None else size, s._together if coalesced is None else coalesced)


def _keys(s):
    """A number for each place of s."""
    key = torch.zeros(s._nnz(), dtype=torch.long)
    for d in range(s.sparse_dim()):
        key = key * s.size(d) + s._at[d]
    return key


def _coalesce(s):
    if s._together:
        return s
    if s._nnz() < 2:
        return _like(s, s._of, coalesced=True)
    keys, where = torch.unique(_keys(s), return_inverse=True)
    values = torch.zeros((len(keys), *s._of.shape[1:]), dtype=s.dtype)
    if s.dtype == torch.bool:
        values = values.index_put((where,), s._of, accumulate=True)
    else:
        values = values.index_add(0, where, s._of)
    rows = []
    for d in reversed(range(s.sparse_dim())):
        rows.append(keys % s.size(d))
        keys = keys.div(s.size(d), rounding_mode="floor")
    return _like(s, values, torch.stack(rows[::-1]) if rows else s._at.new_zeros(0, len(values)), coalesced=True)


def _dense(s):
    out = torch.zeros(s.size(), dtype=s.dtype)
    if s.sparse_dim() == 0:
        return s._of.sum(0).reshape(s.size()).to(s.dtype)
    if s._nnz():
        out.index_put_(tuple(s._at), s._of, accumulate=True)
    return out


def _sparse(t, sparse_dim=None):
    """A dense tensor as a coalesced sparse one."""
    n = t.dim() if sparse_dim is None else sparse_dim
    if t.dim() == 0:
        return SparseTensor(torch.zeros(0, int(bool(t != 0)), dtype=torch.long), t.reshape(1)[:int(bool(t != 0))].clone(), t.size(), True)
    some = t != 0
    if n < t.dim():
        some = some.flatten(n).any(-1)
    at = some.nonzero().t().contiguous()
    return SparseTensor(at, t[tuple(at)], t.size(), True)


def _elementwise(func, s, *args, **kwargs):
    return _like(s, func(s._of, *args, **kwargs))


def _plain_overload(func):
    """The overload that gives what this one writes."""
    packet = func.overloadpacket
    names = [func._overloadname.removesuffix("_out"), "Tensor", "default"]
    return next(getattr(packet, name) for name in names if name != "out" and name in (*packet.overloads(), "default"))


def _written(made, out):
    """A result, in the tensor that out= gives."""
    return _take(out, made) if is_coo(out) else out.resize_(made.size()).copy_(made)


def _missing(func, name=None):
    """The error of an operator without a kernel."""
    name = name or str(func).replace(".", "::", 1).removesuffix(".default")
    return NotImplementedError(f"Could not run '{name}' with arguments from the 'SparseCPU' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build). If you are a Facebook employee using PyTorch on mobile, please visit https://fburl.com/ptmfixes for possible resolutions.")


def _pow(func, s, exponent):
    if func._overloadname != "Tensor_Scalar":
        raise _missing(func)
    if exponent == 0:
        raise RuntimeError("pow: cannot raise to zeroth power on sparse tensor; it would make the result tensor dense")
    return _elementwise_coalesced(func, s, exponent)


def _threshold_backward(func, g, s, threshold):
    """The gradient of relu, at the places of what it gave."""
    if not is_coo(s):
        return func(_dense(g), s, threshold)
    s = _coalesce(s)
    g = _dense(g)[tuple(s._at)] if is_coo(g) else g[tuple(s._at)]
    return _like(s, func(g, s._of, threshold))


def _unbind(func, s, dim=0):
    return [_select(func, s, dim, i) for i in range(s.size(dim))]


def _elementwise_coalesced(func, s, *args, **kwargs):
    """Of functions that are not linear, so that values of one place are added first."""
    s = _coalesce(s)
    return _like(s, func(s._of, *args, **kwargs))


def _conj(func, s):
    return _like(s, s._of.conj_physical())


def _view_as_real(func, s):
    return _like(s, torch.view_as_real(s._of), size=(*s.size(), 2))


def _narrow_copy(func, s, dim, start, length):
    size, dim = s.size(dim), dim % s.dim()
    if not -size <= start <= size:
        raise IndexError(f"start out of range (expected to be in range of [-{size}, {size}], but got {start})")
    start = start + size if start < 0 else start
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return _index_select(func, s, dim, torch.arange(start, start + length))


def _in_place(func, s, *args, **kwargs):
    name = func.overloadpacket.__name__[:-1]
    return _take(s, _RULES[name](getattr(getattr(torch.ops.aten, name), func._overloadname), s, *args, **kwargs))


def _take(s, made):
    s._at, s._of, s._together = made._at, made._of.to(s.dtype), made._together
    return s


def _add(func, a, b, *, alpha=1):
    if is_coo(a) and not is_coo(b):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    if not is_coo(a):
        a = a if isinstance(a, torch.Tensor) else torch.tensor(a)
        if a.size() != b.size():
            raise RuntimeError(f"add: expected 'self' and 'other' to have same size, but self has size {list(a.size())} while other has size {list(b.size())} (FYI: dense-sparse addition does not currently support broadcasting)")
        return _add_(func, a.clone(), b, alpha=alpha)
    if a.size() != b.size():
        raise RuntimeError(f"add: expected sizes of 'self' and 'other' to match, but {list(a.size())} != {list(b.size())}")
    dtype = torch.promote_types(a.dtype, b.dtype)
    other = b._of * alpha if alpha != 1 else b._of
    if a._nnz() == b._nnz() and torch.equal(a._at, b._at):
        return _like(a, a._of.to(dtype) + other.to(dtype))
    made = SparseTensor(torch.cat([a._at, b._at], 1), torch.cat([a._of.to(dtype), other.to(dtype)]), a.size())
    return _coalesce(made) if a._together and b._together else made


def _sub(func, a, b, *, alpha=1):
    return _add(func, a, b, alpha=-alpha)


def _mul(func, a, b):
    if not is_coo(a):
        a, b = b, a
    if not isinstance(b, torch.Tensor) or not is_coo(b) and b.dim() == 0:
        return _like(a, a._of * b)
    if not is_coo(b):
        b = b.expand(torch.broadcast_shapes(a.size(), b.size()))
        return _like(a, a._of * b[tuple(a._at)])
    a, b = _coalesce(a), _coalesce(b)
    if a.size() != b.size():
        return _sparse(_dense(a) * _dense(b))
    left, right = _keys(a), _keys(b)
    if not len(right):
        return _like(a, a._of[:0], a._at[:, :0])
    place = torch.searchsorted(right, left).clamp(max=len(right) - 1)
    both = right[place] == left
    return _like(a, a._of[both] * b._of[place[both]], a._at[:, both])


def _div(func, a, b, *, rounding_mode=None):
    if not is_coo(a) or is_coo(b) or isinstance(b, torch.Tensor) and b.dim():
        raise RuntimeError("Sparse division requires a scalar or zero-dim dense tensor divisor (got shape [%s] for divisor)" % ", ".join(map(str, b.size())))
    s = a if rounding_mode is None else _coalesce(a)
    return _like(s, torch.div(s._of, b, rounding_mode=rounding_mode))


def _floor_divide(func, a, b):
    if not is_coo(a) or is_coo(b) or isinstance(b, torch.Tensor) and b.dim():
        raise RuntimeError("Sparse floor division requires a scalar or zero-dim dense tensor divisor (got shape [%s] for divisor)" % ", ".join(map(str, b.size())))
    s = _coalesce(a)
    return _like(s, torch.floor_divide(s._of, b))


def _sum(func, s, dim=None, keepdim=False, *, dtype=None):
    if dim is None or dim == []:
        return s._of.sum(dtype=dtype)
    summed = {d % s.dim() for d in ([dim] if isinstance(dim, int) else dim)}
    left = s.sparse_dim() if keepdim else sum(d not in summed for d in range(s.sparse_dim()))
    return _sparse(_dense(s).sum(dim, keepdim, dtype=dtype), left or None)


def _mm(func, a, b):
    if a.dim() != 2 or b.dim() != 2:
        raise RuntimeError(f"addmm: matrices expected, got {a.dim()}D tensor")
    if a.size(1) != b.size(0):
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a.size(0)}x{a.size(1)} and {b.size(0)}x{b.size(1)})")
    if is_coo(a) and is_coo(b):
        return _sparse(_product(a, _dense(b)))
    return _product(a, b) if is_coo(a) else _product(_transposed(b), a.t()).t().contiguous()


def _product(s, dense):
    """s [n, k] times dense [k, m]."""
    out = torch.zeros(s.size(0), dense.size(1), dtype=torch.promote_types(s.dtype, dense.dtype))
    return out.index_add(0, s._at[0], s._of.unsqueeze(1) * dense[s._at[1]]) if s._nnz() else out


def _transposed(s, a=0, b=1):
    order = list(range(s.dim()))
    order[a], order[b] = order[b], order[a]
    return _permute(None, s, order)


def _permute(func, s, order):
    n = s.sparse_dim()
    order = [d % s.dim() for d in order]
    if any(d >= n for d in order[:n]):
        raise RuntimeError("permute(sparse): transpositions between sparse and dense dimensions are not allowed.")
    values = s._of.permute([0] + [d - n + 1 for d in order[n:]]) if s.dense_dim() else s._of
    return SparseTensor(s._at[order[:n]], values, [s.size(d) for d in order], s._together and order[:n] == sorted(order[:n]))


def _addmm(func, c, a, b, *, beta=1, alpha=1):
    return c * beta + _mm(func, a, b) * alpha


def _mv(func, a, b):
    if a.dim() != 2 or b.dim() != 1:
        raise RuntimeError(f"mv: two tensor dim should be 2 and 1, but got SparseTensor Dim: {a.dim()}Tensor Dim: {b.dim()}")
    if a.size(-1) != b.size(-1):
        raise RuntimeError("mv: expected self.size(-1) == vec.size(-1)")
    return _product(a, b.unsqueeze(1)).squeeze(1)


def _select(func, s, dim, index):
    dim, n = dim % s.dim(), s.sparse_dim()
    index = index % s.size(dim) if -s.size(dim) <= index < s.size(dim) else _out_of_range(index, dim, s.size(dim))
    size = list(s.size())
    del size[dim]
    if dim >= n:
        return SparseTensor(s._at, s._of.select(dim - n + 1, index), size, s._together)
    kept = s._at[dim] == index
    if n == 1:
        return s._of[kept].sum(0)
    rows = [d for d in range(n) if d != dim]
    return SparseTensor(s._at[rows][:, kept], s._of[kept], size, s._together)


def _out_of_range(index, dim, size):
    raise IndexError(f"select(): index {index} out of range for tensor of size {[size]} at dimension {dim}")


def _index_select(func, s, dim, index):
    dim, n = dim % s.dim(), s.sparse_dim()
    size = list(s.size())
    size[dim] = len(index)
    if dim >= n:
        return SparseTensor(s._at, s._of.index_select(dim - n + 1, index), size, s._together)
    match = (s._at[dim].unsqueeze(0) == index.unsqueeze(1)).nonzero().t()
    at = s._at[:, match[1]].clone()
    at[dim] = match[0]
    return SparseTensor(at, s._of[match[1]], size)


def _narrow(func, s, dim=0, start=None, end=None, step=1):
    """slice.Tensor"""
    dim = dim % s.dim()
    return _index_select(func, s, dim, torch.arange(s.size(dim))[slice(start, end, step)])


def _unsqueeze(func, s, dim):
    n = s.sparse_dim()
    dim = dim % (s.dim() + 1)
    size = list(s.size())
    size.insert(dim, 1)
    if dim > n:
        return SparseTensor(s._at, s._of.unsqueeze(dim - n + 1), size, s._together)
    return SparseTensor(torch.cat([s._at[:dim], s._at.new_zeros(1, s._nnz()), s._at[dim:]]), s._of, size, s._together)


def _cat(func, tensors, dim=0):
    for position, tensor in enumerate(tensors):
        if not is_coo(tensor):
            raise RuntimeError(f"Concatenating sparse tensors, but a dense tensor was found at position {position}.")
    first = tensors[0]
    dim, n = dim % first.dim(), first.sparse_dim()
    if dim >= n:
        return _sparse(torch.cat([_dense(t) for t in tensors], dim), n)
    size, parts, offset = list(first.size()), [], 0
    for t in tensors:
        at = t._at.clone()
        at[dim] += offset
        offset += t.size(dim)
        parts.append(at)
    size[dim] = offset
    return SparseTensor(torch.cat(parts, 1), torch.cat([t._of for t in tensors]), size)


def _zeros_like(func, s, *, dtype=None, layout=None, device=None, **kwargs):
    device = device or s.device
    if layout is torch.strided:
        return torch.zeros(s.size(), dtype=dtype or s.dtype, device=device)
    n = s.sparse_dim()
    return SparseTensor(torch.zeros(n, 0, dtype=torch.long, device=device), torch.zeros((0, *s.size()[n:]), dtype=dtype or s.dtype, device=device), s.size(), True)


def _new_zeros(func, s, size, *, dtype=None, layout=None, device=None, **kwargs):
    if layout is torch.strided:
        return torch.zeros(size, dtype=dtype or s.dtype, device=device or s.device)
    return torch.sparse_coo_tensor(size, dtype=dtype or s.dtype, device=device or s.device)


def _ones_like(func, s, *, dtype=None, **kwargs):
    return torch.ones(s.size(), dtype=dtype or s.dtype) if s.dim() == 0 else _like(s, torch.ones_like(s._of, dtype=dtype))


def _to_copy(func, s, *, dtype=None, device=None, **kwargs):
    if device is not None and device != s.device:
        if device.type != "meta":
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
        return _zeros_like(func, s, dtype=dtype, device=device)
    return _like(s, s._of.to(dtype) if dtype else s._of.clone())


def _copy_(func, a, b, non_blocking=False):
    if not is_coo(a) or not is_coo(b):
        raise RuntimeError("copy_() between dense and sparse Tensors is not implemented! Found self type = %s and src type = %s" % (a.type(), b.type()))
    return _take(a, b)


def _zero_(func, s):
    return _take(s, _zeros_like(func, s))


def _add_(func, a, b, *, alpha=1):
    if is_coo(a):
        return _take(a, _add(func, a, b, alpha=alpha))
    return a.index_put_(tuple(b._at), b._of * alpha if alpha != 1 else b._of, accumulate=True) if b._nnz() and b.sparse_dim() else a.add_(_dense(b), alpha=alpha)


def _mul_(func, a, b):
    return _take(a, _mul(func, a, b)) if is_coo(a) else a.copy_(a * _dense(b))


def _norm(func, s, p=2, dim=None, keepdim=False, dtype=None):
    dims = {d % s.dim() for d in ([dim] if isinstance(dim, int) else dim or ())}
    if keepdim:
        raise RuntimeError("norm_sparse currently does not support keepdim=True")
    if dims and len(dims) < s.dim():
        raise RuntimeError("norm_sparse currently only supports full reductions, so 'dim' must either be empty or contain all dimensions of the input")
    return _coalesce(s)._of.norm(p if p is not None else 2)


def _alias(func, s):
    return _like(s, s._of)


def _clone(func, s, *, memory_format=None):
    return _like(s, s._of.clone(), s._at.clone())


def _softmax(func, s, dim, *rest):
    dense = _dense(s)
    there = _dense(_like(s, torch.ones_like(s._of))) != 0
    made = func(dense.masked_fill(~there, float("-inf")), dim, *rest)
    s = _coalesce(s)
    return _like(s, made[tuple(s._at)])


def _question(func, s, *args):
    return func(_dense(s), *args)


def _stack(func, tensors, dim=0):
    return _cat(func, [_unsqueeze(func, t, dim) for t in tensors], dim)


def _bmm(func, a, b):
    return torch.bmm(_dense(a) if is_coo(a) else a, _dense(b) if is_coo(b) else b)


def _is_same_size(func, a, b):
    return a.size() == b.size()


# Kernels that operators look for in vain after they have made an empty tensor.
_FILLED = {"new_ones": "aten::fill_.Scalar", "new_full": "aten::fill_.Scalar", "full_like": "aten::fill_.Scalar", "mean": "aten::mean.dim"}
_LINEAR = "neg conj_physical positive deg2rad rad2deg real imag"
_ZERO_TO_ZERO = ("abs asin asinh atan atanh ceil erf erfinv expm1 floor frac log1p nan_to_num relu round sgn sign sin sinh sqrt tan tanh trunc square isnan isinf "
                 "isposinf isneginf signbit")
_RULES = dict.fromkeys(_LINEAR.split(), _elementwise)
_RULES.update(dict.fromkeys(_ZERO_TO_ZERO.split(), _elementwise_coalesced))
_RULES.update({name + "_": _in_place for name in f"{_LINEAR} {_ZERO_TO_ZERO} sub div".split()})
_RULES.update({
    "pow": _pow, "threshold_backward": _threshold_backward, "unbind": _unbind, "add": _add, "sub": _sub, "mul": _mul, "div": _div, "floor_divide": _floor_divide, "floor_divide_": lambda func, a, b: _take(a, _floor_divide(func, a, b)), "sum": _sum, "mm": _mm, "addmm": _addmm, "mv": _mv, "add_": _add_, "mul_": _mul_,
    "detach": _alias, "detach_": lambda func, s: s, "alias": _alias, "clone": _clone, "_to_copy": _to_copy, "copy_": _copy_, "zero_": _zero_, "zeros_like": _zeros_like,
    "new_zeros": _new_zeros, "new_empty": _new_zeros, "_local_scalar_dense": lambda func, s: _dense(s).item(), "empty_like": _zeros_like, "ones_like": _ones_like, "t": lambda func, s: _transposed(s), "transpose": lambda func, s, a, b: _transposed(s, a % s.dim(), b % s.dim()),
    "permute": _permute, "select": _select, "index_select": _index_select, "slice": _narrow, "unsqueeze": _unsqueeze, "cat": _cat, "norm": _norm,
    "_conj": _conj, "conj_physical": _conj, "view_as_real": _view_as_real, "narrow_copy": _narrow_copy, "linalg_vector_norm": _norm, "_softmax": _softmax, "_log_softmax": _softmax, "any": _question, "is_same_size": _is_same_size, "bmm": _bmm, "stack": _stack, "rsub": lambda func, a, b, alpha=1: _sub(func, b, a, alpha=alpha),
})


# Above autograd

class _Dense(torch.autograd.Function):
    """to_dense; the gradient is picked at the places of the tensor."""

    @staticmethod
    def forward(ctx, s, masked):
        ctx._node_name = "ToDenseBackward0"
        ctx.pattern, ctx.masked = _coalesce(s.detach()), masked
        return _dense(s)

    @staticmethod
    def backward(ctx, g):
        if is_coo(g):
            return g, None
        p = ctx.pattern
        return (_like(p, g[tuple(p._at)]) if ctx.masked and p.sparse_dim() else _sparse(g, p.sparse_dim())), None


class _Sparse(torch.autograd.Function):
    """to_sparse."""

    @staticmethod
    def forward(ctx, t, sparse_dim):
        ctx._node_name = "ToSparseBackward1"
        return _sparse(t.detach(), sparse_dim)

    @staticmethod
    def backward(ctx, g):
        return (_dense(g) if is_coo(g) else g), None


class _Coalesced(torch.autograd.Function):
    @staticmethod
    def forward(ctx, s):
        return _coalesce(s)

    @staticmethod
    def backward(ctx, g):
        return g


class _Made(torch.autograd.Function):
    """sparse_coo_tensor, as a function of the values."""

    @staticmethod
    def forward(ctx, indices, values, size, coalesced):
        ctx._node_name = "SparseCooTensorWithDimsAndTensorsBackward0"
        ctx.indices = indices
        return SparseTensor(indices, values.detach(), size, coalesced)

    @staticmethod
    def backward(ctx, g):
        picked = (_dense(g) if is_coo(g) else g)[tuple(ctx.indices)]
        return None, picked, None, None


class _Values(torch.autograd.Function):
    @staticmethod
    def forward(ctx, s):
        ctx._node_name = "ValuesBackward0"
        ctx.pattern = s.detach()
        return s._of.detach()

    @staticmethod
    def backward(ctx, g):
        return _like(ctx.pattern, g)


class _SparseMask(torch.autograd.Function):
    """The elements of a dense tensor at the places of mask."""

    @staticmethod
    def forward(ctx, t, mask):
        ctx._node_name = "SparseMaskBackward0"
        if t.size() != mask.size():
            raise RuntimeError(f"sparse_mask(): operands have incompatible sizes; self has size {list(t.size())} but mask has size {list(mask.size())}")
        return _like(mask, t[tuple(mask._at)] if mask.sparse_dim() else t.reshape(1))

    @staticmethod
    def backward(ctx, g):
        return (_dense(g) if is_coo(g) else g), None


class _Product(torch.autograd.Function):
    """torch.sparse.mm: the gradient of a sparse operand has its places."""

    @staticmethod
    def forward(ctx, a, b):
        ctx._node_name = "SparseAddmmBackward0"
        ctx.save_for_backward(a, b)
        return _mm(None, a.detach(), b.detach())

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        g = _dense(g) if is_coo(g) else g
        plain = lambda x: _dense(x.detach()) if is_coo(x) else x
        made = [None, None]
        for k, x in enumerate((a, b)):
            if ctx.needs_input_grad[k]:
                d = g @ plain(b).conj().t() if k == 0 else plain(a).conj().t() @ g
                p = _coalesce(x.detach()) if is_coo(x) else None
                made[k] = d if p is None else _like(p, d[tuple(p._at)])
        return tuple(made)


class _Softmax(torch.autograd.Function):
    """torch.sparse.softmax and its logarithm, over the elements that are there."""

    @staticmethod
    def forward(ctx, s, dim, dtype, logarithm):
        ctx._node_name = "SparseLogSoftmaxBackward0" if logarithm else "SparseSoftmaxBackward0"
        made = _coalesce((torch.log_softmax if logarithm else torch.softmax)(s.detach(), dim, dtype=dtype))
        ctx.made, ctx.dim, ctx.logarithm, ctx.dtype = made, dim, logarithm, s.dtype
        return made

    @staticmethod
    def backward(ctx, g):
        g, made = _dense(g) if is_coo(g) else g, _dense(ctx.made)
        if ctx.logarithm:
            d = g - made.exp() * g.sum(ctx.dim, keepdim=True)
        else:
            d = made * (g - (g * made).sum(ctx.dim, keepdim=True))
        return _like(ctx.made, d[tuple(ctx.made._at)].to(ctx.dtype)), None, None, None


class _Sum(torch.autograd.Function):
    """The sum of all elements, whose gradient is dense."""

    @staticmethod
    def forward(ctx, s):
        ctx._node_name = "SumBackward0"
        ctx.size = s.size()
        return s._of.detach().sum()

    @staticmethod
    def backward(ctx, g):
        return g.expand(ctx.size)


class _SparseSum(torch.autograd.Function):
    """torch.sparse.sum of all elements, whose gradient has the places of the tensor."""

    @staticmethod
    def forward(ctx, s):
        ctx._node_name = "SparseSumBackward0"
        ctx.pattern = s.detach()
        return s._of.detach().sum()

    @staticmethod
    def backward(ctx, g):
        return _like(ctx.pattern, g.expand(ctx.pattern._of.size()).clone())


class _SumOver(torch.autograd.Function):
    """The sum over some dimensions, dense where no sparse one is left. Its gradient has the places of the tensor."""

    @staticmethod
    def forward(ctx, s, dim, dtype):
        ctx.pattern, ctx.summed = s.detach().coalesce(), sorted(d % s.dim() for d in dim)
        made = torch.sum(ctx.pattern, dim, dtype=dtype)
        return made.to_dense() if set(ctx.summed).issuperset(range(s.sparse_dim())) else made

    @staticmethod
    def backward(ctx, g):
        s, g = ctx.pattern, g.to_dense() if is_coo(g) else g
        for d in ctx.summed:
            g = g.unsqueeze(d)
        return _like(s, g.expand(s.size())[tuple(s._at)].to(s.dtype)), None, None


_FUNCTIONS = {torch.sum: (_Sum, 1), torch.Tensor.sum: (_Sum, 1), torch.mm: (_Product, 2), torch.Tensor.mm: (_Product, 2)}


def embedding_gradient(g, indices, rows, padding_idx, scale):
    """The gradient of an embedding's weight [rows, width] as a sparse tensor."""
    indices, values = indices.reshape(-1).long(), g.reshape(-1, g.size(-1))
    if padding_idx >= 0:
        kept = indices != padding_idx
        indices, values = indices[kept], values[kept]
    if scale:
        raise RuntimeError("embedding_backward: scale_grad_by_freq not supported with sparse gradients")
    return SparseTensor(indices.unsqueeze(0), values, (rows, g.size(-1)))


def gather_gradient(g, index, dim, size):
    """The gradient of a tensor of a size, of which elements were gathered along a dimension, as a sparse tensor with an entry for each of them."""
    places = [torch.arange(n).view([-1 if k == d else 1 for k in range(index.dim())]).expand(index.size()) for d, n in enumerate(index.size())]
    if size:
        places[dim] = index
    rows = [place.reshape(-1).long() for place in places]
    return SparseTensor(torch.stack(rows) if rows else torch.empty(0, 1, dtype=torch.long), g.reshape(-1), size)


def factory(name, *args, dtype=None, layout=None, requires_grad=False, device=None, **kwargs):
    """torch.zeros, torch.empty and their like of a sparse layout, or that of MKL-DNN."""
    if layout is torch._mkldnn:
        from torch._onednn.rules import made_of
        return made_of(name, *args, dtype=dtype, **kwargs).requires_grad_(requires_grad)
    if name not in ("zeros", "empty", "zeros_like", "empty_like"):
        raise NotImplementedError(f"magneto: {name} of layout {layout}")
    first = args[0] if args else kwargs["size"]
    if isinstance(first, torch.Tensor):
        size, dtype = first.size(), dtype or first.dtype
    else:
        size = first if isinstance(first, (tuple, list)) else args
    n = len(size)
    if layout is torch.sparse_coo:
        made = SparseTensor(torch.zeros(n, 0, dtype=torch.long, device=device), torch.zeros(0, dtype=dtype, device=device), size)
    else:
        from ._compressed import compress
        made = compress(torch.zeros(size, dtype=dtype), layout, (1, 1))
        made = made if device is None else made.to(device)
    return made.requires_grad_(requires_grad)


def make(indices, values=None, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False, check_invariants=None, is_coalesced=None):
    """torch.sparse_coo_tensor."""
    if values is None and not isinstance(indices, torch.Tensor):  # only a size
        size = torch.Size(indices)
        return SparseTensor(torch.zeros(len(size), 0, dtype=torch.long, device=device), torch.zeros(0, dtype=dtype, device=device), size).requires_grad_(requires_grad)
    indices = torch.as_tensor(indices).to(torch.int64)
    given = isinstance(values, torch.Tensor)
    values = values if given else torch.as_tensor(values)
    if values.dim() == 0:
        values = values.unsqueeze(0)
    if dtype is not None:
        values = values.to(dtype)
    if indices.dim() != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(indices.size())}")
    if indices.size(1) != values.size(0):
        raise RuntimeError(f"indices and values must have same nnz, but got nnz from indices: {indices.size(1)}, nnz from values: {values.size(0)}")
    if size is None:
        if indices.numel() and int(indices.min()) < 0:
            lowest = indices.amin(1).tolist()
            dim = next(d for d, i in enumerate(lowest) if i < 0)
            raise RuntimeError(f"found negative index {lowest[dim]} for dim {dim}")
        size = [int(row.max()) + 1 if row.numel() else 0 for row in indices] + list(values.shape[1:])
    size = torch.Size(size)
    if indices.size(0) + values.dim() - 1 != len(size):
        raise RuntimeError(f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, sparse_dim = {indices.size(0)}, dense_dim = {values.dim() - 1}")
    expected = [indices.size(1), *size[indices.size(0):]]
    if list(values.shape) != expected:
        raise RuntimeError(f"values has incorrect size, expected {expected}, got {list(values.shape)}")
    if check_invariants or check_invariants is None and torch.sparse.check_sparse_tensor_invariants.is_enabled():
        _check(indices, size)
    made = _Made.apply(indices, values, size, bool(is_coalesced))
    if not values.requires_grad or requires_grad:
        made = made.detach()
    return made.requires_grad_() if requires_grad else made


def _check(indices, size):
    for d, row in enumerate(indices):
        for i in row.tolist():
            if i < 0:
                raise RuntimeError(f"found negative index {i} for dim {d}")
            if i >= size[d]:
                raise RuntimeError(f"size is inconsistent with indices: for dim {d}, size is {size[d]} but found index {i}")
