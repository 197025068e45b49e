"""Sparse tensors: the names that scripts guard on. magneto has no sparse layouts; what needs one raises NotImplementedError."""

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


def mm(mat1, mat2):
    return torch.mm(mat1, mat2)


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    return torch.addmm(mat, mat1, mat2, beta=beta, alpha=alpha)


def sum(input, dim=None, dtype=None):
    return torch.sum(input, dtype=dtype) if dim is None else torch.sum(input, dim, dtype=dtype)


def softmax(input, dim, *, dtype=None):
    return torch.softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    return torch.log_softmax(input, dim, dtype=dtype)


def as_sparse_gradcheck(gradcheck):
    """gradcheck for functions of sparse tensors, which are none here."""
    return gradcheck


SparseSemiStructuredTensor = SparseSemiStructuredTensorCUSPARSELT = SparseSemiStructuredTensorCUTLASS = None


def to_sparse_semi_structured(original_tensor, transposed=False):
    raise NotImplementedError("magneto has no sparse tensors")


def spdiags(diagonals, offsets, shape, layout=None):
    raise NotImplementedError("magneto has no sparse tensors")


spsolve = sampled_addmm = spdiags
