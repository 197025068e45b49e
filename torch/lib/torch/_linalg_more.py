"""Functions of torch.linalg that are made of others."""

import torch


def lu_factor_ex(A, *, pivot=True, check_errors=False, out=None):
    """L below the diagonal, U on and above it; the pivots of LAPACK, which count from 1; the first zero of U's diagonal."""
    if not pivot:
        raise NotImplementedError("magneto factors with pivots only")
    if A.dim() < 2:
        raise RuntimeError(f"torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead")
    P, L, U = torch.linalg.lu(A)
    m, n = A.shape[-2:]
    k = min(m, n)
    packed = torch.zeros_like(A)
    packed[..., :, :k] = L.tril(-1)[..., :, :k]
    packed[..., :k, :] = packed[..., :k, :] + U[..., :k, :]
    orders = P.real.argmax(-2).reshape(-1, m).tolist() if P.numel() else []
    pivots = []
    for order in orders:
        at, row = list(range(m)), []
        for i in range(k):
            j = at.index(order[i])
            row.append(j + 1)
            at[i], at[j] = at[j], at[i]
        pivots.append(row)
    pivots = torch.tensor(pivots, dtype=torch.int32).reshape(*A.shape[:-2], k)
    zero = U.diagonal(dim1=-2, dim2=-1)[..., :k] == 0
    info = torch.where(zero.any(-1), zero.int().argmax(-1) + 1, 0).to(torch.int32) if k else torch.zeros(A.shape[:-2], dtype=torch.int32)
    return torch.return_types.linalg_lu_factor_ex((packed, pivots, info)) if hasattr(torch.return_types, "linalg_lu_factor_ex") else (packed, pivots, info)


def lu_factor(A, *, pivot=True, out=None):
    packed, pivots, info = lu_factor_ex(A, pivot=pivot)
    made = torch.return_types.linalg_lu_factor((packed, pivots)) if hasattr(torch.return_types, "linalg_lu_factor") else (packed, pivots)
    return made


def _permutation(pivots, m):
    """The matrix P of A = P L U."""
    rows = []
    for row in pivots.reshape(-1, pivots.shape[-1]).tolist():
        order = list(range(m))
        for i, j in enumerate(row):
            order[i], order[j - 1] = order[j - 1], order[i]
        rows.append(order)
    order = torch.tensor(rows, dtype=torch.int64).reshape(*pivots.shape[:-1], m)
    return torch.nn.functional.one_hot(order, m).transpose(-1, -2)


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None):
    m, n = LU_data.shape[-2:]
    k = min(m, n)
    P = L = U = torch.empty(0, dtype=LU_data.dtype)
    if unpack_data:
        L = LU_data[..., :, :k].tril(-1) + torch.eye(m, k, dtype=LU_data.dtype)
        U = LU_data[..., :k, :].triu()
    if unpack_pivots:
        P = _permutation(LU_pivots, m).to(LU_data.dtype)
    return torch.return_types.lu_unpack((P, L, U)) if hasattr(torch.return_types, "lu_unpack") else (P, L, U)


def lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None):
    """X with A X = B, or X A = B, for the A whose factors are given; of its conjugate transpose for `adjoint`."""
    if not left:
        return lu_solve(LU, pivots, B.mH, adjoint=not adjoint).mH
    P, L, U = lu_unpack(LU, pivots)
    if adjoint:
        y = torch.linalg.solve_triangular(U.mH, B, upper=False)
        return P @ torch.linalg.solve_triangular(L.mH, y, upper=True)
    y = torch.linalg.solve_triangular(L, P.mT @ B, upper=False, unitriangular=True)
    return torch.linalg.solve_triangular(U, y, upper=True)


def _info_of(A):
    return lu_factor_ex(A.detach())[2]


def inv_ex(A, *, check_errors=False, out=None):
    if A.dim() < 2 or A.shape[-1] != A.shape[-2]:
        return torch.linalg.inv(A), None
    info = _info_of(A)
    if bool((info == 0).all()):
        made = torch.linalg.inv(A)
    elif check_errors:
        return torch.linalg.inv(A), info
    else:
        made = torch.full_like(A, float("nan"))
    return torch.return_types.linalg_inv_ex((made, info)) if hasattr(torch.return_types, "linalg_inv_ex") else (made, info)


def solve_ex(A, B, *, left=True, check_errors=False, out=None):
    info = _info_of(A)
    if not bool((info == 0).all()) and not check_errors:
        return torch.full_like(B, float("nan")), info
    return torch.linalg.solve(A, B, left=left), info


def tensorinv(A, ind=2, *, out=None):
    """The inverse of A as a map from its last dimensions to its first `ind`."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    first, last = A.shape[:ind], A.shape[ind:]
    a, b = first.numel(), last.numel()
    if a != b:
        raise RuntimeError(f"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got {b} != {a}")
    return torch.linalg.inv(A.reshape(a, b)).reshape(*last, *first)


def tensorsolve(A, B, dims=None, *, out=None):
    if dims is not None:
        dims = [d % A.dim() for d in dims]
        A = A.permute([d for d in range(A.dim()) if d not in dims] + dims)
    n = B.numel()
    shape = A.shape[B.dim():]
    if shape.numel() != n:
        raise RuntimeError(f"Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got {shape.numel()} != {n}")
    return torch.linalg.solve(A.reshape(n, n), B.reshape(n)).reshape(shape)


def householder_product(A, tau, *, out=None):
    """The first columns of H_1 H_2 ... H_k, where H_i = I - tau_i v_i v_i^H."""
    m, n = A.shape[-2:]
    if m < n:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]")
    Q = torch.eye(m, n, dtype=A.dtype).expand(*A.shape[:-2], m, n)
    for i in reversed(range(tau.shape[-1])):
        v = torch.cat([torch.zeros_like(A[..., :i, i]), torch.ones_like(A[..., :1, i]), A[..., i + 1:, i]], -1).unsqueeze(-1)
        Q = Q - tau[..., i, None, None] * v @ (v.mH @ Q)
    return Q
