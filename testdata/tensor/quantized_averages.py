# Averages and interpolations of quantised tensors: which way halves go.
import torch
import torch.ao.nn.quantized.functional as qF

torch.manual_seed(0)
for zero, dtype in ((5, torch.quint8), (-3, torch.qint8)):
    q = torch.quantize_per_tensor(torch.randn(1, 2, 4, 4) * 2, 0.1, zero, dtype)
    for memory_format in (torch.contiguous_format, torch.channels_last):
        x = q.contiguous(memory_format=memory_format)
        print(qF.avg_pool2d(x, 2).int_repr().flatten().tolist(), qF.adaptive_avg_pool2d(x, 2).int_repr().flatten().tolist(), x.mean((2, 3)).int_repr().tolist())
    print(qF.interpolate(q, scale_factor=2, mode="bilinear").int_repr().flatten().tolist()[:16])

for f in (lambda: torch.sparse_coo_tensor(torch.tensor([[0], [-2]]), [1.0]), lambda: torch.sparse_coo_tensor(torch.tensor([[0]]), [[1.0]], (2, 3)),
          lambda: torch.sparse_coo_tensor(torch.tensor([[0]]), [1.0], (2, 3)), lambda: torch.fft.fftn(torch.ones(2, 2), dim=(0, 0))):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)
