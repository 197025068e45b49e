"""Sparse tensors: functions of them. The tensors are in _coo and _compressed."""

import functools

import torch

_enabled = [False]


class check_sparse_tensor_invariants:
    """Whether constructors of sparse tensors check their indices: as a context, a decorator, or for good."""

    def __init__(self, enable=True):
        self.state = enable
        self.saved_state = None

    @staticmethod
    def is_enabled():
        return _enabled[0]

    @staticmethod
    def enable():
        _enabled[0] = True

    @staticmethod
    def disable():
        _enabled[0] = False

    def __enter__(self):
        if self.saved_state is not None:
            raise RuntimeError("This context manager instance is already activated. Use a different context manager instance for context nesting.")
        self.saved_state = _enabled[0]
        _enabled[0] = self.state

    def __exit__(self, *exc_info):
        _enabled[0], self.saved_state = self.saved_state, None

    def __call__(self, fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with type(self)(self.state):
                return fn(*args, **kwargs)

        return wrapper


def mm(mat1, mat2, reduce=None):
    if reduce is not None:
        from . import _reduced_product

        return _reduced_product.reduced_product(mat1, mat2, reduce)
    if _coo.is_coo(mat1) or _coo.is_coo(mat2):
        return _coo._Product.apply(mat1, mat2)
    if mat1.layout is not torch.strided and mat2.layout is torch.strided:
        from . import _compressed

        return _compressed._Product.apply(mat1, mat2)
    return torch.mm(mat1, mat2)


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    return mat * beta + mm(mat1, mat2) * alpha


def sum(input, dim=None, dtype=None):
    if dim is None:
        if _coo.is_coo(input) and dtype is None:
            return _coo._SparseSum.apply(input)
        return torch.sum(input) if dtype is None else torch.sum(input, dtype=dtype)
    if _coo.is_coo(input) and input.dim():
        return _coo._SumOver.apply(input, [dim] if isinstance(dim, int) else dim, dtype)
    return torch.sum(input, dim, dtype=dtype)


def softmax(input, dim, *, dtype=None):
    if _coo.is_coo(input):
        return _coo._Softmax.apply(input, dim, dtype, False)
    return torch.softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    if _coo.is_coo(input):
        return _coo._Softmax.apply(input, dim, dtype, True)
    return torch.log_softmax(input, dim, dtype=dtype)


def as_sparse_gradcheck(gradcheck):
    """gradcheck for functions of sparse tensors: it sees their values as the inputs, and what they give as dense."""

    def checked(func, inputs, **kwargs):
        inputs = tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,)
        values = tuple(x.detach().coalesce()._values().clone().requires_grad_() if _coo.is_coo(x) and x.requires_grad else x for x in inputs)

        def of_values(*given):
            args = [torch.sparse_coo_tensor(x.detach().coalesce()._indices(), v, x.size(), is_coalesced=True) if _coo.is_coo(x) and x.requires_grad else v
                    for x, v in zip(inputs, given)]
            made = func(*args)
            outs = tuple(o if o.layout is torch.strided else o.to_dense() for o in (made if isinstance(made, (list, tuple)) else (made,)))
            return outs if isinstance(made, (list, tuple)) else outs[0]

        return gradcheck(of_values, values, **{k: v for k, v in kwargs.items() if k != "masked"})

    return checked


SparseSemiStructuredTensor = SparseSemiStructuredTensorCUSPARSELT = SparseSemiStructuredTensorCUTLASS = None


def to_sparse_semi_structured(original_tensor, transposed=False):
    """The layout of half empty matrices is one of graphics processors."""
    raise RuntimeError(f"Error original_tensor.device= {original_tensor.device} is not supported! Only CUDA tensors are currently supported.")


def spdiags(diagonals, offsets, shape, layout=None):
    """A matrix whose diagonals at offsets are the rows of diagonals; elements are counted from the left side of the matrix."""
    diagonals = diagonals.unsqueeze(0) if diagonals.dim() == 1 else diagonals
    offsets = torch.as_tensor(offsets).reshape(-1)
    if len(shape) != 2:
        raise RuntimeError(f"Output shape must be 2d")
    if diagonals.size(0) != offsets.numel():
        raise RuntimeError(f"Number of diagonals ({diagonals.size(0)}) does not match the number of offsets ({offsets.numel()})")
    if offsets.unique().numel() != offsets.numel():
        raise RuntimeError("Offset tensor contains duplicate values")
    rows, columns, values = [], [], []
    for row, k in zip(diagonals, offsets.tolist()):
        column = torch.arange(max(k, 0), max(min(shape[1], shape[0] + k, diagonals.size(1)), max(k, 0)))
        columns.append(column)
        rows.append(column - k)
        values.append(row[column])
    made = torch.sparse_coo_tensor(torch.stack([torch.cat(rows), torch.cat(columns)]), torch.cat(values), shape)
    return made if layout is None or layout is torch.sparse_coo else made.to_sparse(layout=layout)


def sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0):
    """beta input + alpha mat1 @ mat2 at the places of input."""
    from . import _compressed
    return _compressed._Sampled.apply(input, mat1, mat2, beta, alpha)


def spsolve(input, other):
    raise NotImplementedError("magneto has no solver of sparse systems")


from . import _coo, _legacy

globals().update(_legacy.CLASSES)
