"""Powers of complex tensors go by the logarithm as C's cpow, by numbers as products; zeros and infinities of divisions and tangents."""
import torch

base = torch.tensor([1, 0, -1, -0.0, 2], dtype=torch.complex64)
for exponent in (0, 1, 2, 3, -1, 0.5):
    print(base.pow(torch.tensor(exponent)), base**exponent)
    print(base.to(torch.complex128) ** torch.full((5,), exponent), exponent**base)
edges = [0j, complex(-0.0, 0), complex(0, -0.0), complex("inf"), complex(0, float("inf")), 3 + 4j]
for dtype in (torch.complex64, torch.complex128):
    x = torch.tensor(edges, dtype=dtype)
    print(x.log2(), x.tan(), x.tanh(), x.log1p())
print(torch.tensor(edges[:3], dtype=torch.complex128).reciprocal(), (1 + 2j) / torch.tensor(edges[:3]))

inf, nan = float("inf"), float("nan")
x = torch.tensor([complex(a, b) for a in (inf, -inf, 0., nan, 1.) for b in (inf, -inf, 0., nan, 2.)], dtype=torch.complex128)
print([str(z) for z in torch.exp2(x).tolist()])
print([str(z) for z in torch.sgn(x).tolist()])
a, b = torch.meshgrid(torch.tensor([-1., 0., 2., inf, nan]), torch.tensor([-1., 0., 3., inf, nan]), indexing="ij")
print(torch.igamma(a, b), torch.igammac(a, b))
