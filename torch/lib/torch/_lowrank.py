"""Randomised factorisations of low rank (Halko, Martinsson and Tropp, "Finding structure with randomness", 2009)."""

import torch
from torch import _linalg_utils as _utils


def get_approximate_basis(A, q, niter=2, M=None):
    """Q whose columns span, nearly, the range of A (Algorithm 4.4)."""
    if M is not None:
        A = A - M
    dtype = _utils.get_floating_dtype(A) if not A.is_complex() else A.dtype
    Q = torch.linalg.qr(torch.matmul(A, torch.randn(A.shape[-1], q, dtype=dtype, device=A.device))).Q
    for _ in range(niter):
        Q = torch.linalg.qr(torch.matmul(A.mH, Q)).Q
        Q = torch.linalg.qr(torch.matmul(A, Q)).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    q = 6 if q is None else q
    m, n = A.shape[-2:]
    if M is not None:
        M = M.broadcast_to(A.size())
        A = A - M
    if m < n:
        A = A.mH
    Q = get_approximate_basis(A, q, niter=niter)
    B = torch.matmul(Q.mH, A)
    U, S, Vh = torch.linalg.svd(B, full_matrices=False)
    V = Vh.mH
    U = Q.matmul(U)
    return (V, S, U) if m < n else (U, S, V)


def pca_lowrank(A, q=None, center=True, niter=2):
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not (q >= 0 and q <= min(m, n)):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    if not center:
        return svd_lowrank(A, q, niter=niter)
    return svd_lowrank(A - A.mean(dim=-2, keepdim=True), q, niter=niter)
