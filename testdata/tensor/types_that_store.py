# Tensors of types that few operators compute with: wide unsigned integers, floats of one byte, complex numbers of halves.
import torch
import torch.nn.functional as F


def told(name, f):
    try:
        print(name, "->", str(f()).replace("\n", "|"))
    except Exception as e:
        print(name, "->", type(e).__name__ + ":", str(e).split("\n")[0])


cases = """x.mm(y)|x@y[:, 0]|torch.addmm(z, x, y)|torch.bmm(x[None], y[None])|F.linear(x, x)|x.t().flatten()|x.t().reshape(2, 3)|x.expand(2, 2, 3).reshape(4, 3)
x.new_ones(1)|x.new_zeros(2)|x.new_full((1,), 2)|x.diag()|x.diag_embed()|torch.cartesian_prod(x[0], x[0])|torch.kron(x, x)|x.nan_to_num()|x.signbit()|x.isneginf()|x.isposinf()
x.isreal()|torch.isinf(x)|torch.isfinite(x)|x.index_add(0, torch.tensor([0]), x[:1])|x.scatter_add(0, torch.tensor([[0, 0, 0]]), x)|x.mean()|x.logical_xor(x)
torch.isin(x, x)|x.random_()|torch.rand_like(x)|torch.arange(3, dtype=x.dtype)|torch.linspace(0, 1, 2, dtype=x.dtype)|torch.eye(2, dtype=x.dtype)|torch.equal(x, x.clone())
x.isclose(x.clone(), 0, 0)|torch.testing.assert_close(x, x.clone())|torch.testing.assert_close(x, x * 0)|x.put_(torch.tensor([0]), x[0, :1])|x.searchsorted(x)|x.acos()|x.log2()"""
for text in cases.replace("\n", "|").split("|"):
    for dtype in (torch.uint16, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2):
        x = torch.tensor([[1, 2, 4], [7, 0, 2]]).to(dtype)
        y, z = torch.tensor([[1, 2], [3, 1], [0, 1]]).to(dtype), torch.tensor([[1, 2], [3, 1]]).to(dtype)
        told(f"{text} {dtype}", lambda: eval(text))

for value in (1 + 0j, 2.7 + 0j, 1 + 2j):
    for dtype in (torch.complex64, torch.complex32):
        x = torch.tensor(value, dtype=torch.complex64).to(dtype)
        for kind in (int, float, complex, bool):
            told(f"{kind.__name__} of {value} {dtype}", lambda: kind(x))
for text in ("values", "indices"):
    told(text, lambda: getattr(torch.ones(2), text)())
for dtype in (torch.float8_e4m3fn, torch.complex32):
    told(f"bias {dtype}", lambda: F.conv1d(torch.ones(1, 2, 4, dtype=dtype), torch.ones(2, 2, 2), torch.ones(2)))
x = torch.tensor([1, 2]).to(torch.float8_e5m2)
told("tolerances", lambda: torch.testing.assert_close(x, x, rtol=0, atol=1))
