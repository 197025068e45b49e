"""Random matrices of a kind: of a rank, symmetric, positive definite, sparse."""

import math

import torch


def _dtype_and_device(kwargs):
    return kwargs.get("dtype", torch.get_default_dtype()), kwargs.get("device", "cpu")


def random_matrix(rows, columns, *batch_dims, **kwargs):
    """With singular values between 0 and 1 of distinct sizes; `singular=True` makes the smallest of square ones 0."""
    dtype, device = _dtype_and_device(kwargs)
    singular = kwargs.get("singular", False)
    if 0 in (rows, columns, *batch_dims):
        return torch.ones(*batch_dims, rows, columns, dtype=dtype, device=device)
    a = torch.randn(*batch_dims, rows, columns, dtype=dtype, device=device)
    u, _, vh = torch.linalg.svd(a, full_matrices=False)
    k = min(rows, columns)
    s = torch.linspace(1 / (k + 1), 1, k, dtype=u.real.dtype, device=device)
    if singular:
        s[0] = 0
        if k > 1:
            s[-1] = 0
    return (u * s.to(u.dtype)) @ vh


def random_lowrank_matrix(rank, rows, columns, *batch_dims, **kwargs):
    return random_matrix(rows, rank, *batch_dims, **kwargs) @ random_matrix(rank, columns, *batch_dims, **kwargs)


def random_square_matrix_of_rank(l, rank, dtype=torch.double, device="cpu"):
    assert rank <= l
    u, s, vh = torch.linalg.svd(torch.randn(l, l, dtype=dtype, device=device), full_matrices=False)
    s = torch.where(s == 0, torch.ones_like(s), s)
    s[rank:] = 0
    return (u * s.to(u.dtype)) @ vh


def random_well_conditioned_matrix(*shape, dtype, device, mean=1.0, sigma=0.001):
    """With singular values close to `mean`."""
    real = {torch.complex64: torch.float32, torch.complex128: torch.float64}.get(dtype, dtype)
    u, _, vh = torch.linalg.svd(torch.randn(shape, dtype=dtype, device=device), full_matrices=False)
    s = torch.randn(*shape[:-2], min(shape[-2:]), dtype=real, device=device) * sigma + mean
    return (u * s.to(dtype).unsqueeze(-2)) @ vh


def random_symmetric_matrix(l, *batches, **kwargs):
    dtype, device = _dtype_and_device(kwargs)
    a = torch.randn(*batches, l, l, dtype=dtype, device=device)
    return (a + a.mT).div_(2)


def random_symmetric_psd_matrix(l, *batches, **kwargs):
    dtype, device = _dtype_and_device(kwargs)
    a = torch.randn(*batches, l, l, dtype=dtype, device=device)
    return a @ a.mT


def random_symmetric_pd_matrix(matrix_size, *batch_dims, **kwargs):
    dtype, device = _dtype_and_device(kwargs)
    return random_symmetric_psd_matrix(matrix_size, *batch_dims, **kwargs) + torch.eye(matrix_size, dtype=dtype, device=device) * 1e-5


def random_hermitian_matrix(l, *batches, **kwargs):
    dtype, device = _dtype_and_device(kwargs)
    a = torch.randn(*batches, l, l, dtype=dtype, device=device)
    return (a + a.mH).div_(2)


def random_hermitian_psd_matrix(matrix_size, *batch_dims, dtype=torch.double, device="cpu"):
    a = torch.randn(*batch_dims, matrix_size, matrix_size, dtype=dtype, device=device)
    return a @ a.mH


def random_hermitian_pd_matrix(matrix_size, *batch_dims, dtype, device):
    return random_hermitian_psd_matrix(matrix_size, *batch_dims, dtype=dtype, device=device) + torch.eye(matrix_size, dtype=dtype, device=device)


def make_symmetric_matrices(*shape, device, dtype):
    assert shape[-1] == shape[-2]
    a = torch.testing.make_tensor(shape, device=device, dtype=dtype)
    return (a + a.mT).div(2)


def make_symmetric_pd_matrices(*shape, device, dtype):
    assert shape[-1] == shape[-2]
    a = torch.testing.make_tensor(shape, device=device, dtype=dtype)
    return a @ a.mT + torch.eye(shape[-1], device=device) * 1e-5


def make_fullrank_matrices_with_distinct_singular_values(*shape, device, dtype, requires_grad=False):
    """With singular values 1, 2, 3, ... in random order of signs."""
    assert len(shape) >= 2
    with torch.no_grad():
        u, _, vh = torch.linalg.svd(torch.testing.make_tensor(shape, device=device, dtype=dtype), full_matrices=False)
        real = u.real.dtype
        k = min(shape[-2:])
        s = torch.arange(2, k + 2, dtype=real, device=device)
        s[1::2] *= -1.0
        s = s.reciprocal() + 1.0
        made = (u * s.to(u.dtype)) @ vh
    return made.requires_grad_(requires_grad)


def random_matrix_with_scaled_reduction_dim(rows, columns, *batch_dims, **kwargs):
    dtype, device = _dtype_and_device(kwargs)
    reduction_dim = kwargs.pop("reduction_dim", -1)
    a = torch.randn(*batch_dims, rows, columns, dtype=dtype, device=device)
    return a / math.sqrt(a.size(reduction_dim))


def random_sparse_matrix(rows, columns, density=0.01, **kwargs):
    dtype, device = _dtype_and_device(kwargs)
    count = max(min(rows, columns), int(rows * columns * density))
    row = [i % rows for i in range(count)]
    column = [i % columns for i in range(count)]
    values = torch.randn(count, dtype=dtype, device=device)
    values *= torch.tensor([-float(i - j) ** 2 for i, j in zip(row, column)], dtype=dtype, device=device).exp()
    return torch.sparse_coo_tensor(torch.tensor([row, column]), values, (rows, columns), device=device).coalesce()


def random_sparse_pd_matrix(matrix_size, density=0.01, **kwargs):
    dtype, device = _dtype_and_device(kwargs)
    a = torch.zeros(matrix_size, matrix_size, dtype=torch.float64)
    a.diagonal().copy_(torch.linspace(1, 2, matrix_size))
    filled = matrix_size
    while filled < density * matrix_size * matrix_size and matrix_size > 1:
        i, j = torch.randperm(matrix_size)[:2].tolist()
        angle = float(torch.rand(())) * 2 * math.pi
        g = torch.eye(matrix_size, dtype=torch.float64)
        g[i, i] = g[j, j] = math.cos(angle)
        g[i, j], g[j, i] = math.sin(angle), -math.sin(angle)
        a = g @ a @ g.T
        filled = int((a != 0).sum())
    return a.to(dtype=dtype, device=device).to_sparse()
