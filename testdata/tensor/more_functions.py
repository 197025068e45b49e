"""Norms under older names, reductions at an index, sequences, histograms, Hermitian transforms, functions that change their argument."""
import torch
torch.set_printoptions(precision=4, linewidth=120)
torch.manual_seed(0)


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


x = torch.randn(4, 3)
src = torch.randn(5, 3)
index = torch.tensor([0, 2, 2, 3, 0])
for reduce in ("prod", "mean", "amax", "amin"):
    for include in (True, False):
        show(lambda: x.index_reduce(0, index, src, reduce, include_self=include))
show(lambda: x.index_reduce(0, index, src, "sum"))
show(lambda: torch.put(x, torch.tensor([1, 5]), torch.tensor([9.0, 8.0])))
show(lambda: torch.norm_except_dim(x, 2, 0).shape), show(lambda: torch.norm_except_dim(x, 2, 1)), show(lambda: torch.norm_except_dim(x, 2, -1))
show(lambda: torch.nuclear_norm(x)), show(lambda: torch.frobenius_norm(x, (0, 1)))
show(lambda: torch.empty_permuted((2, 3, 4), (2, 0, 1)).stride()), show(lambda: torch.empty_permuted((2, 3), (0, 0)))
show(lambda: torch.nonzero_static(torch.tensor([0, 1, 1, 0, 1]), size=2)), show(lambda: torch.nonzero_static(torch.tensor([[0, 1], [1, 0]]), size=3, fill_value=7))
v = torch.tensor([0.0, 0.1, 0.5, 0.9, 1.0, 1.0, 2.0, -1.0])
show(lambda: torch.histogram(v, 4)), show(lambda: torch.histogram(v, 4, range=(0.0, 1.0))), show(lambda: torch.histogram(v, torch.tensor([0.0, 0.5, 1.0])))
show(lambda: torch.histogram(v, 3, density=True)), show(lambda: v.histogram(3, weight=torch.arange(8.0))), show(lambda: torch.histogram(torch.ones(3), 2))
z = torch.randn(4, dtype=torch.complex64)
for norm in (None, "ortho", "forward"):
    show(lambda: torch.fft.hfft(z, norm=norm)), show(lambda: torch.fft.ihfft(x[:, 0], norm=norm))
show(lambda: torch.fft.hfft(z, 7)), show(lambda: torch.fft.hfftn(torch.fft.ihfftn(x, (4, 3)), (4, 3))), show(lambda: torch.fft.ihfft2(x)), show(lambda: torch.fft.hfft2(torch.fft.ihfft2(x), (4, 3)))
show(lambda: torch.fft.ihfft(z))
y = torch.tensor([0.2, 0.5])
show(lambda: torch.arccos_(y.clone())), show(lambda: torch.arctanh_(y.clone())), show(lambda: torch.clip_(y.clone(), 0.3)), show(lambda: torch.negative_(y.clone())), show(lambda: torch.fix_(y.clone()))
show(lambda: torch.fill_(y.clone(), 3)), show(lambda: torch.ldexp_(y.clone(), torch.tensor(2))), show(lambda: x.clone().swapaxes_(0, 1).shape), show(lambda: torch.detach_(y.clone()))
torch.manual_seed(1)
out, mask = torch.native_dropout(torch.ones(8), 0.5, True)
print(out, mask)
