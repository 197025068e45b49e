"""Windows and sizes of images in terms of indexing."""
import torch
from torch._decomp.decompositions import _instead_of

__all__ = []

aten = torch.ops.aten


def _places_of_windows(length, kernel, dilation, padding, stride, device):
    """The indices [kernel, windows] of what windows see along one dimension."""
    starts = torch.arange(0, length + 2 * padding - dilation * (kernel - 1), stride, dtype=torch.int64, device=device).unsqueeze(0)
    steps = torch.arange(0, kernel * dilation, dilation, dtype=torch.int64, device=device).unsqueeze(-1)
    return starts + steps


@_instead_of("im2col.default")
def im2col(x, kernel_size, dilation, padding, stride):
    batched = x.dim() == 4
    if not batched:
        x = x.unsqueeze(0)
    n, c, height, width = x.shape
    (kh, kw), (dh, dw), (ph, pw), (sh, sw) = kernel_size, dilation, padding, stride
    rows, columns = _places_of_windows(height, kh, dh, ph, sh, x.device), _places_of_windows(width, kw, dw, pw, sw, x.device)
    padded = aten.constant_pad_nd.default(x, [pw, pw, ph, ph], 0.0)
    out = padded[:, :, rows.unsqueeze(-1).unsqueeze(-1), columns]
    out = out.permute(0, 1, 2, 4, 3, 5).reshape(n, c * kh * kw, rows.size(1) * columns.size(1))
    return out if batched else out.squeeze(0)


@_instead_of("col2im.default")
def col2im(x, output_size, kernel_size, dilation, padding, stride):
    batched = x.dim() == 3
    if not batched:
        x = x.unsqueeze(0)
    (height, width), (kh, kw), (dh, dw), (ph, pw), (sh, sw) = output_size, kernel_size, dilation, padding, stride
    down, across = ((size + 2 * p - d * (k - 1) - 1) // s + 1 for size, p, d, k, s in ((height, ph, dh, kh, sh), (width, pw, dw, kw, sw)))
    n, channels = x.shape[0], x.shape[1] // (kh * kw)
    x = x.reshape([n, channels, kh, kw, down, across]).permute(0, 1, 2, 4, 3, 5)
    rows = _places_of_windows(height, kh, dh, ph, sh, x.device).unsqueeze(-1).unsqueeze(-1)
    columns = _places_of_windows(width, kw, dw, pw, sw, x.device)
    out = x.new_zeros([n, channels, height + 2 * ph, width + 2 * pw])
    out = aten._unsafe_index_put.default(out, [None, None, rows, columns], x, accumulate=True)
    out = aten.constant_pad_nd.default(out, [-pw, -pw, -ph, -ph], 0.0)
    return out if batched else out.squeeze(0)


def _nearest(x, output_size, scales, middle):
    """Elements of x at the places that each dimension of the result reads."""
    k, places = len(output_size), []
    for d in range(k):
        old, new = x.shape[d - k], output_size[d]
        scale = old / (old * scales[d]) if scales[d] is not None else old / new
        at = ((torch.arange(new, dtype=torch.float32, device=x.device) + middle) * scale).to(torch.int64)
        for _ in range(k - 1 - d):
            at = at.unsqueeze(-1)
        places.append(at)
    return aten._unsafe_index.Tensor(x, [None, None, *places])


def _nearest_of(middle, k):
    def sampled(x, output_size, *scales):
        return _nearest(x, output_size, (*scales, *[None] * (k - len(scales))), middle)

    return sampled


for _k in (1, 2, 3):
    _instead_of(f"upsample_nearest{_k}d.default")(_nearest_of(0.0, _k))
    _instead_of(f"_upsample_nearest_exact{_k}d.default")(_nearest_of(0.5, _k))
