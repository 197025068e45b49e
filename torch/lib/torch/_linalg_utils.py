"""Small functions of linear algebra."""

import torch


def is_sparse(A):
    return isinstance(A, torch.Tensor) and A.layout == torch.sparse_coo


def get_floating_dtype(A):
    return A.dtype if A.dtype in (torch.float16, torch.float32, torch.float64) else torch.float32


def matmul(A, B):
    return B if A is None else torch.matmul(A, B)


def bform(X, A, Y):
    return matmul(X.mT, matmul(A, Y))


def qform(A, S):
    return bform(S, A, S)


def basis(A):
    return torch.linalg.qr(A).Q


def symeig(A, largest=False):
    E, Z = torch.linalg.eigh(A)
    return (torch.flip(E, dims=(-1,)), torch.flip(Z, dims=(-1,))) if largest else (E, Z)
