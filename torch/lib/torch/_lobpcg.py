"""Extremal eigenpairs of symmetric matrices."""

import torch


def lobpcg(A, k=None, B=None, X=None, n=None, iK=None, niter=None, tol=None, largest=None, method=None, tracker=None, ortho_iparams=None,
           ortho_fparams=None, ortho_bparams=None):
    """The k largest (or smallest) eigenvalues and their vectors; magneto takes them from the whole factorisation."""
    k = (1 if X is None else X.shape[-1]) if k is None else k
    largest = True if largest is None else largest
    if A.shape[-2] != A.shape[-1]:
        raise AssertionError(f"A must be square, got shape {A.shape}")
    if 3 * k > A.shape[-1]:
        raise ValueError(f"LOBPCG algorithm is not applicable when the number of A rows (={A.shape[-1]}) is smaller than 3 x the number of requested eigenpairs (={k})")
    if B is None:
        E, V = torch.linalg.eigh(A)
    else:
        L = torch.linalg.cholesky(B)
        C = torch.linalg.solve_triangular(L, torch.linalg.solve_triangular(L, A, upper=False).mH, upper=False).mH
        E, Z = torch.linalg.eigh((C + C.mH) / 2)
        V = torch.linalg.solve_triangular(L.mH, Z, upper=True)
    if largest:
        return E[..., -k:].flip(-1), V[..., -k:].flip(-1)
    return E[..., :k], V[..., :k]
