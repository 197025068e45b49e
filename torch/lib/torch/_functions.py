"""Functions of torch that are written in Python."""

import warnings

import torch

_range = range


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False, onesided=None, return_complex=None,
         align_to_window=None):
    """Fourier transforms of windows that move over the last dimension: [..., frequency, frame]."""
    if torch.overrides.has_torch_function_unary(input):
        return torch.overrides.handle_torch_function(torch.stft, (input,), input, n_fft, hop_length=hop_length, win_length=win_length, window=window, center=center,
                                                     pad_mode=pad_mode, normalized=normalized, onesided=onesided, return_complex=return_complex, align_to_window=align_to_window)
    hop = n_fft // 4 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    described = f"stft(torch.{'FloatTensor' if input.dtype == torch.float32 else str(input.dtype)[6:]}{list(input.shape)}, n_fft={n_fft}, hop_length={hop}, win_length={width})"
    if window is None:
        warnings.warn("A window was not provided. A rectangular window will be applied,which is known to cause spectral leakage. Other windows such as torch.hann_window "
                      "or torch.hamming_window are recommended to reduce spectral leakage.", stacklevel=2)
    if return_complex is None:
        if not (input.is_complex() or window is not None and window.is_complex()):
            raise RuntimeError("stft requires the return_complex parameter be given for real inputs, and will further require that return_complex=True in a future PyTorch release.")
        return_complex = True
    if not return_complex:
        warnings.warn("stft with return_complex=False is deprecated. In a future pytorch release, stft will return complex tensors for all inputs, and return_complex=False "
                      "will raise an error.", stacklevel=2)
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(f"{described}: expected a tensor of floating point or complex values")
    if input.dim() not in (1, 2):
        raise RuntimeError(f"{described}: expected a 1D or 2D tensor")
    batched = input.dim() == 2
    x = input if batched else input.unsqueeze(0)
    if center:
        x = torch.nn.functional.pad(x.unsqueeze(1), (n_fft // 2, n_fft // 2), pad_mode).squeeze(1)
    if not 0 < n_fft <= x.size(1):
        raise RuntimeError(f"{described}: expected 0 < n_fft < {x.size(1)}, but got n_fft={n_fft}")
    if hop <= 0:
        raise RuntimeError(f"{described}: expected hop_length > 0, but got hop_length={hop}")
    if not 0 < width <= n_fft:
        raise RuntimeError(f"{described}: expected 0 < win_length <= n_fft, but got win_length={width}")
    if window is not None and tuple(window.shape) != (width,):
        raise RuntimeError(f"{described}: expected a 1D window tensor of size equal to win_length={width}, but got window with size {list(window.shape)}")
    w = _centred(window, width, n_fft, input)
    frames = x.as_strided((x.size(0), 1 + (x.size(1) - n_fft) // hop, n_fft), (x.stride(0), hop * x.stride(1), x.stride(1)))
    if w is not None:
        frames = frames * w
    complex_in = frames.is_complex()
    if onesided is None:
        onesided = not complex_in
    if onesided and complex_in:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    norm = "ortho" if normalized else None
    out = torch.fft.rfft(frames, dim=-1, norm=norm) if onesided else torch.fft.fft(frames, dim=-1, norm=norm)
    out = out.transpose(1, 2)
    if not batched:
        out = out.squeeze(0)
    return out if return_complex else torch.view_as_real(out)


def _centred(window, width, n_fft, like):
    """The window in the middle of n_fft values."""
    if window is None and width == n_fft:
        return None
    real = like.real.dtype if like.is_complex() else like.dtype
    w = torch.ones(width, dtype=real) if window is None else window
    left = (n_fft - width) // 2
    return torch.nn.functional.pad(w, (left, n_fft - width - left)) if width < n_fft else w


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False):
    """The signal whose stft is the input: windows overlapped and added, over the sum of squared windows."""
    hop = n_fft // 4 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    if not input.is_complex():
        raise RuntimeError("istft requires a complex-valued input tensor matching the output from stft with return_complex=True.")
    if input.numel() == 0:
        raise RuntimeError("istft: input tensor cannot be empty")
    if input.dim() not in (2, 3):
        raise RuntimeError(f"istft: expected a tensor with 2 or 3 dimensions, but got {input.dim()}")
    batched = input.dim() == 3
    x = input if batched else input.unsqueeze(0)
    if onesided is None:
        onesided = x.size(1) != n_fft
    expected = n_fft // 2 + 1 if onesided else n_fft
    if x.size(1) != expected:
        raise RuntimeError(f"istft: expected the frequency dimension to be {expected}, but got {x.size(1)}")
    if not 0 < hop <= width:
        raise RuntimeError("istft: expected 0 < hop_length <= win_length")
    if not 0 < width <= n_fft:
        raise RuntimeError("istft: expected 0 < win_length <= n_fft")
    if window is not None and tuple(window.shape) != (width,):
        raise RuntimeError(f"istft: expected a 1D window tensor of size {width}")
    x = x.transpose(1, 2)
    norm = "ortho" if normalized else None
    if return_complex:
        if onesided:
            raise RuntimeError("cannot have onesided output if window or input is complex")
        frames = torch.fft.ifft(x, dim=-1, norm=norm)
    else:
        if window is not None and window.is_complex():
            raise RuntimeError("Complex windows are incompatible with return_complex=False")
        frames = torch.fft.irfft(x if onesided else x[..., :n_fft // 2 + 1], n=n_fft, dim=-1, norm=norm)
    w = _centred(window, width, n_fft, frames)
    w = torch.ones(n_fft, dtype=frames.dtype) if w is None else w
    count = frames.size(1)
    total = n_fft + hop * (count - 1)
    at = (torch.arange(count) * hop).unsqueeze(1) + torch.arange(n_fft)
    signal = torch.zeros(frames.size(0), total, dtype=frames.dtype).index_add(1, at.reshape(-1), (frames * w).reshape(frames.size(0), -1))
    weight = torch.zeros(total, dtype=w.dtype).index_add(0, at.reshape(-1), (w * w).expand(count, n_fft).reshape(-1))
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - n_fft // 2 if center else total
    signal, weight = signal[:, start:min(end, total)], weight[start:min(end, total)]
    lowest = weight.abs().min().item() if weight.numel() else 1.0
    if lowest <= 1e-11:
        raise RuntimeError(f"window overlap add min: {lowest}")
    signal = signal / weight
    if end > total:
        warnings.warn("The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. Please check your center and hop_length settings.",
                      stacklevel=2)
        signal = torch.nn.functional.pad(signal, (0, end - total))
    return signal if batched else signal.squeeze(0)


def unravel_index(indices, shape):
    """Flat indices as one tensor of indices for each dimension."""
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
    out, rest = [], indices
    for size in reversed(shape):
        out.append(rest % size)
        rest = torch.div(rest, size, rounding_mode="floor")
    return tuple(reversed(out))


def chain_matmul(*matrices, out=None):
    warnings.warn("torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot instead, which accepts a list of two or more "
                  "tensors rather than multiple parameters.", stacklevel=2)
    matrices = matrices[0] if len(matrices) == 1 and isinstance(matrices[0], (list, tuple)) else matrices
    made = torch.linalg.multi_dot(list(matrices)) if len(matrices) > 1 else matrices[0]
    return made if out is None else out.resize_(made.shape).copy_(made)


def pca_lowrank(A, q=None, center=True, niter=2):
    return torch._lowrank.pca_lowrank(A, q, center, niter)


def svd_lowrank(A, q=6, niter=2, M=None):
    return torch._lowrank.svd_lowrank(A, q, niter, M)


def lobpcg(A, *args, **kwargs):
    return torch._lobpcg.lobpcg(A, *args, **kwargs)


def get_device_module(device=None):
    name = "cpu" if device is None else torch.device(device).type
    module = getattr(torch, name, None)
    if module is None:
        raise RuntimeError(f"Device '{name}' does not have a corresponding module registered as 'torch.{name}'.")
    return module


def get_file_path(*path_components):
    import os
    return os.path.join(os.path.dirname(torch.__file__), *path_components)


def compiled_with_cxx11_abi():
    return True


def is_distributed(tensor):
    return False


def sparse_coo_tensor(indices, values, size=None, **kwargs):
    raise NotImplementedError("magneto has no sparse tensors")


sspaddmm = smm = hspmm = sparse_coo_tensor
sparse_csr_tensor = sparse_csc_tensor = sparse_bsr_tensor = sparse_bsc_tensor = sparse_compressed_tensor = sparse_coo_tensor


def histogramdd(input, bins, range=None, weight=None, density=False):
    """Counts in boxes of a grid over the last dimension of the input [N, D]."""
    d = input.size(-1)
    points = input.reshape(-1, d)
    edges = []
    for k in _range(d):
        if isinstance(bins, int) or isinstance(bins, (list, tuple)) and not isinstance(bins[0], torch.Tensor):
            n = bins if isinstance(bins, int) else bins[k]
            if range is not None:
                low, high = range[2 * k], range[2 * k + 1]
            else:
                low, high = (points[:, k].min().item(), points[:, k].max().item()) if points.numel() else (0.0, 1.0)
                if low == high:
                    low, high = low - 0.5, high + 0.5
            edges.append(torch.linspace(low, high, n + 1, dtype=input.dtype))
        else:
            edges.append(bins[k])
    counts = torch.zeros([e.numel() - 1 for e in edges], dtype=input.dtype)
    weights = torch.ones(points.size(0), dtype=input.dtype) if weight is None else weight.reshape(-1)
    inside, at = torch.ones(points.size(0), dtype=torch.bool), []
    for k in _range(d):
        column = points[:, k].contiguous()
        inside &= (column >= edges[k][0]) & (column <= edges[k][-1])
        at.append((torch.searchsorted(edges[k], column, right=True) - 1).clamp(0, edges[k].numel() - 2))
    counts.index_put_(tuple(a[inside] for a in at), weights[inside], accumulate=True)
    if density:
        volume = torch.ones((), dtype=input.dtype)
        for k in _range(d):
            volume = volume.unsqueeze(-1) * edges[k].diff()
        counts = counts / counts.sum() / volume
    return torch.return_types.histogramdd((counts, tuple(edges))) if hasattr(torch.return_types, "histogramdd") else (counts, tuple(edges))




def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor of one dimension over the memory of an object."""
    import numpy as np

    if not isinstance(dtype, torch.dtype):
        raise TypeError(f"frombuffer(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}")
    view = memoryview(buffer).cast("B") if not isinstance(buffer, (bytes, bytearray)) else buffer
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
    return made.requires_grad_(requires_grad) if requires_grad else made


def histogram(input, bins, *, range=None, weight=None, density=False, out=None):
    """Counts between the edges of bins, the last of which is closed."""
    values = input.reshape(-1)
    if isinstance(bins, torch.Tensor):
        edges = bins
    else:
        if range is not None:
            low, high = range
        else:
            low, high = (values.min().item(), values.max().item()) if values.numel() else (0.0, 1.0)
        if low == high:
            low, high = low - 0.5, high + 0.5
        if low > high:
            raise RuntimeError("torch.histogramdd: min should not exceed max, but got min {} max {}".format(low, high))
        edges = torch.linspace(low, high, bins + 1, dtype=input.dtype)
    inside = (values >= edges[0]) & (values <= edges[-1])
    at = (torch.searchsorted(edges, values.contiguous(), right=True) - 1).clamp(0, edges.numel() - 2)
    weights = torch.ones_like(values) if weight is None else weight.reshape(-1)
    counts = torch.zeros(edges.numel() - 1, dtype=input.dtype).index_add(0, at[inside], weights[inside])
    if density:
        counts = counts / counts.sum() / edges.diff()
    return torch.return_types.histogram((counts, edges)) if hasattr(torch.return_types, "histogram") else (counts, edges)


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None):
    return torch.linalg.lu_unpack(LU_data, LU_pivots, unpack_data, unpack_pivots)


def lu_solve(b, LU_data, LU_pivots, *, out=None):
    return torch.linalg.lu_solve(LU_data, LU_pivots, b)


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """A reduction of each of the stretches that follow each other along the axis."""
    if axis != 0:
        raise NotImplementedError("magneto reduces segments along the first axis only")
    if lengths is None:
        if offsets is None:
            raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
        lengths = offsets.diff()
    empty = {"sum": 0.0, "prod": 1.0, "max": float("-inf"), "min": float("inf"), "mean": float("nan")}[reduce] if initial is None else initial
    out, start = [], 0
    for n in lengths.tolist():
        part = data[start:start + n]
        start += n
        if n == 0:
            out.append(torch.full(data.shape[1:], empty, dtype=data.dtype))
            continue
        value = {"sum": part.sum, "prod": part.prod, "mean": part.mean, "max": part.amax, "min": part.amin}[reduce](0)
        if initial is not None:
            value = {"sum": torch.add, "mean": lambda v, i: v, "prod": torch.mul, "max": torch.clamp_min, "min": torch.clamp_max}[reduce](value, initial)
        out.append(value)
    return torch.stack(out)


def index_reduce(input, dim, index, source, reduce, *, include_self=True, out=None):
    """Row index[i] of the result is reduced with row i of the source: by prod, mean, amax or amin."""
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    if index.dim() > 1:
        raise IndexError("index_reduce(): Index is supposed to be a vector")
    if input.dtype != source.dtype:
        raise RuntimeError("index_reduce(): self and source expected to have the same scalar type")
    if input.dim() == 0:
        return index_reduce(input.reshape(1), 0, index, source.reshape(1), reduce, include_self=include_self).reshape(())
    shape = [1] * source.dim()
    shape[dim] = -1
    return input.scatter_reduce(dim, index.reshape(shape).expand_as(source).long(), source, reduce, include_self=include_self)


def range(start, end=None, step=1, *, out=None, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Numbers from start to end, which is among them: deprecated for arange."""
    warnings.warn("torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python's range builtin. Instead, use torch.arange, "
                  "which produces values in [start, end).", stacklevel=2)
    if end is None:
        start, end = 0, start
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if step > 0 and end < start or step < 0 and end > start:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = int((end - start) / step) + 1
    made = (torch.arange(count, dtype=torch.float64) * step + start).to(dtype or torch.get_default_dtype())
    return made.to(device=device).requires_grad_(requires_grad) if device is not None else made.requires_grad_(requires_grad)
