"""Functions of torch that are written in Python."""

import math
import builtins
import warnings

import torch
from torch._utils import _FLOATS, _overridable, _takes


def unravel_index(indices, shape):
    """Flat indices as one tensor of indices for each dimension."""
    if torch.overrides.has_torch_function((indices,)):
        return torch.overrides.handle_torch_function(unravel_index, (indices,), indices, shape=shape)
    if not isinstance(indices, torch.Tensor):
        raise TypeError(f"unravel_index(): argument 'indices' must be a Tensor, not {type(indices).__name__}")
    if indices.is_complex() or indices.is_floating_point() or indices.dtype == torch.bool:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if isinstance(shape, (int, torch.SymInt)):
        shape = (shape,)
    shape = torch.Size(shape)
    for size in shape:
        if size < 0:
            raise ValueError(f"'shape' cannot have negative values, but got {tuple(shape)}")
    steps, step = [], 1
    for size in reversed(shape):
        steps.insert(0, step)
        step *= size
    steps = torch.tensor(steps, dtype=torch.int64, device=indices.device)
    sizes = torch.tensor(shape, dtype=torch.int64, device=indices.device)
    places = torch.div(indices.to(torch.int64).unsqueeze(-1), steps, rounding_mode="floor") % sizes
    return places.unbind(-1)


def pca_lowrank(A, q=None, center=True, niter=2):
    return torch._lowrank.pca_lowrank(A, q, center, niter)


def svd_lowrank(A, q=6, niter=2, M=None):
    return torch._lowrank.svd_lowrank(A, q, niter, M)


@_overridable
def lobpcg(A, *args, **kwargs):
    return torch._lobpcg.lobpcg(A, *args, **kwargs)


def get_device_module(device=None):
    name = "cpu" if device is None else torch.device(device).type
    module = getattr(torch, name, None)
    if module is None:
        raise RuntimeError(f"Device '{name}' does not have a corresponding module registered as 'torch.{name}'.")
    return module


def _register_device_module(device_type, module):
    """Makes a module the one of a type of devices, as an attribute of torch and as a module of that name."""
    import sys

    name = torch.device(device_type).type
    if hasattr(torch, name):
        raise RuntimeError(f"The runtime module of '{name}' has already been registered with '{getattr(torch, name)}'")
    setattr(torch, name, module)
    sys.modules[f"torch.{name}"] = module


def get_file_path(*path_components):
    import os
    return os.path.join(os.path.dirname(torch.__file__), *path_components)


def compiled_with_cxx11_abi():
    return True


@_overridable
def is_distributed(tensor):
    return False


def sparse_coo_tensor(indices, values=None, size=None, **kwargs):
    from torch.sparse import _coo
    torch._utils._linked(kwargs.get("device"))
    return _coo.make(indices, values, size, **kwargs)


def sparse_compressed_tensor(compressed_indices, plain_indices, values, size=None, **kwargs):
    from torch.sparse import _compressed
    return _compressed.make(compressed_indices, plain_indices, values, size, **kwargs)


def sparse_csr_tensor(crow_indices, col_indices, values, size=None, **kwargs):
    return sparse_compressed_tensor(crow_indices, col_indices, values, size, layout=torch.sparse_csr, **kwargs)


def sparse_csc_tensor(ccol_indices, row_indices, values, size=None, **kwargs):
    return sparse_compressed_tensor(ccol_indices, row_indices, values, size, layout=torch.sparse_csc, **kwargs)


def sparse_bsr_tensor(crow_indices, col_indices, values, size=None, **kwargs):
    return sparse_compressed_tensor(crow_indices, col_indices, values, size, layout=torch.sparse_bsr, **kwargs)


def sparse_bsc_tensor(ccol_indices, row_indices, values, size=None, **kwargs):
    return sparse_compressed_tensor(ccol_indices, row_indices, values, size, layout=torch.sparse_bsc, **kwargs)


@_overridable
def smm(input, mat):
    """A sparse matrix times a dense one, as a sparse one."""
    return torch.sparse.mm(input, mat).to_sparse()


@_overridable
def hspmm(mat1, mat2):
    """A sparse matrix times a dense one, with one sparse dimension: the rows of which the sparse matrix has elements."""
    rows = mat1.coalesce().indices()[0].unique()
    return torch.sparse_coo_tensor(rows[None], torch.sparse.mm(mat1, mat2)[rows], (mat1.size(0), mat2.size(1)))


@_overridable
def sspaddmm(*args, beta=1, alpha=1, **kwargs):
    """Of a sparse matrix and the product of another with a dense one; the older forms have beta, and alpha, in front of what they scale."""
    args = [*args, *(kwargs[name] for name in ("input", "mat1", "mat2") if name in kwargs)]
    if not isinstance(args[0], torch.Tensor):
        beta = args.pop(0)
        if len(args) == 4:
            alpha = args.pop(1)
    elif len(args) > 3:
        beta = args.pop(1)
        if len(args) == 4:
            alpha = args.pop(1)
    input, mat1, mat2 = args
    return input * beta + smm(mat1, mat2) * alpha


def _c_name(tensor):
    return {torch.float32: "float", torch.float64: "double"}.get(tensor.dtype, str(tensor.dtype)[6:])


def _histogram_range(points, n, k, range):
    """The edges of n boxes of one size along dimension k, over a range or the data."""
    if n <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {n} for dimension {k}")
    if range is not None:
        low, high = range[2 * k], range[2 * k + 1]
    elif torch._C._get_tracing_state() is not None:
        raise NotImplementedError("magneto: histogramdd in a trace needs a range, which the data do not give there")
    else:
        low, high = (points[:, k].min().item(), points[:, k].max().item()) if points.numel() else (0.0, 1.0)
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histogramdd: dimension {k}'s range [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError(f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension {k}")
    if low == high:
        low, high = low - 0.5, high + 0.5
    return torch.linspace(low, high, n + 1, dtype=points.dtype)


def _histogram_edges(input, edges, k):
    """Edges that a caller gives for dimension k."""
    if edges.dtype != input.dtype:
        raise RuntimeError("torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype "
                           f"{_c_name(input)} and bins for dimension {k} with dtype {_c_name(edges)}")
    if edges.dim() != 1:
        raise RuntimeError(f"torch.histogramdd: bins tensor should have one dimension, but got {edges.dim()} dimensions in the bins tensor for dimension {k}")
    if edges.numel() == 0:
        raise RuntimeError(f"torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor for dimension {k}")
    if edges.numel() == 1:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got 0 for dimension {k}")
    return edges


@_overridable
def histogramdd(input, bins, range=None, weight=None, density=False):
    """Counts in boxes of a grid over the last dimension of the input [N, D]."""
    _takes("histogramdd", input, torch.float32, torch.float64)
    if input.dim() < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    d = input.size(-1)
    points = input.reshape(-1, d)
    numbers = isinstance(bins, int) or isinstance(bins, (list, tuple)) and not (bins and isinstance(bins[0], torch.Tensor))
    if isinstance(bins, int):
        bins = [bins] * d
    if len(bins) != d:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input." if numbers else
                           f"torch.histogramdd: expected {d} sequences of bin edges for a {d}-dimensional histogram but got {len(bins)}")
    if range is not None and len(range) != 2 * d:
        raise RuntimeError(f"torch.histogramdd: for a {d}-dimensional histogram range should have {2 * d} elements, but got {len(range)}")
    edges = [_histogram_range(points, n, k, range) if numbers else _histogram_edges(input, n, k) for k, n in enumerate(bins)]
    if weight is not None and weight.dtype != input.dtype:
        raise RuntimeError("torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same dtype, but got "
                           f"input({_c_name(input)}), and weight({_c_name(weight)})")
    if weight is not None and weight.shape != input.shape[:-1]:
        raise RuntimeError("torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding its innermost "
                           f"dimension, but got input with shape {list(input.shape)} and weight with shape {list(weight.shape)}")
    counts = torch.zeros([e.numel() - 1 for e in edges], dtype=input.dtype)
    weights = torch.ones(points.size(0), dtype=input.dtype) if weight is None else weight.reshape(-1)
    inside, at = torch.ones(points.size(0), dtype=torch.bool), []
    for k in builtins.range(d):
        column = points[:, k].contiguous()
        inside &= (column >= edges[k][0]) & (column <= edges[k][-1])
        at.append((torch.searchsorted(edges[k], column, right=True) - 1).clamp(0, edges[k].numel() - 2))
    counts.index_put_(tuple(a[inside] for a in at), weights[inside], accumulate=True)
    if density:
        volume = torch.ones((), dtype=input.dtype)
        for k in builtins.range(d):
            volume = volume.unsqueeze(-1) * edges[k].diff()
        counts = counts / counts.sum() / volume
    return torch.return_types.histogramdd((counts, tuple(edges))) if hasattr(torch.return_types, "histogramdd") else (counts, tuple(edges))


def _over_memory(buffer, dtype):
    """A tensor over the memory of an object, for asarray, which takes the default type for its elements'."""
    return frombuffer(buffer, dtype=dtype or torch.get_default_dtype())


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor of one dimension over the memory of an object."""
    import numpy as np

    if not isinstance(dtype, torch.dtype):
        raise TypeError(f"frombuffer(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}")
    try:
        whole = memoryview(buffer)
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    if not whole.c_contiguous:
        raise RuntimeError("could not retrieve buffer from object")
    view = whole.cast("B")
    length, size = len(view), dtype.itemsize
    if length == 0:
        raise ValueError("both buffer length (0) and count (-1) must not be 0" if count == -1 else f"both buffer length (0) and count ({count}) must not be 0")
    if count == 0:
        raise ValueError(f"both buffer length ({length}) and count (0) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus 1")
    if count > 0 and offset + count * size > length:
        raise ValueError(f"requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must not be greater than actual buffer length ({length} bytes)")
    if count < 0 and (length - offset) % size:
        raise ValueError(f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a multiple of element size ({size})")
    n = count * size if count > 0 else length - offset
    if isinstance(buffer, bytes):
        warnings.warn("The given buffer is not writable, and PyTorch does not support non-writable tensors. This means you can write to the underlying (supposedly non-writable) "
                      "buffer using the tensor. You may want to copy the buffer to protect its data or make it writable before converting it to a tensor. This type of warning will be "
                      "suppressed for the rest of this program.", stacklevel=2)
        array = np.frombuffer(bytearray(buffer[offset:offset + n]), dtype=np.uint8)
    else:
        array = np.frombuffer(view, dtype=np.uint8, count=n, offset=offset)
    made = torch.from_numpy(array)
    made = made if dtype == torch.uint8 else made.view(dtype)
    if not isinstance(buffer, bytes):
        for held in (array.base, view, whole):  # unlike an array, a tensor does not keep others from resizing
            if isinstance(held, memoryview):
                held.release()
    return made.requires_grad_(requires_grad) if requires_grad else made


def from_file(filename, shared=None, size=0, *, dtype=None, layout=None, device=None, pin_memory=False):
    """A tensor of one dimension with what a file holds; with shared the file is given the size and changes with the tensor."""
    dtype = dtype or torch.get_default_dtype()
    made = torch.empty(0, dtype=dtype)
    return made.set_(torch.UntypedStorage.from_file(filename, bool(shared), size * dtype.itemsize), 0, (size,), (1,))


def _is_device_backend_autoload_enabled():
    """Whether packages of other devices are loaded with torch."""
    import os

    return os.getenv("TORCH_DEVICE_BACKEND_AUTOLOAD", "1") == "1"


# Graphs print them by where they are in PyTorch.
unravel_index.__module__ = "torch.functional"
pca_lowrank.__module__ = svd_lowrank.__module__ = "torch._lowrank"
histogramdd.__module__ = "torch"
