"""Sums in float32 that are beyond it: norms and means are infinite then, also where the result would not be."""
import torch

big = torch.full((3, 8), 1.3e22)
print(torch.linalg.vector_norm(big), big.norm(dim=0), torch.linalg.vector_norm(big, dim=1), torch.linalg.vector_norm(big.double()))
print(torch.compile(lambda x: torch.linalg.vector_norm(x, dim=0))(big))
print(torch.linalg.vector_norm(torch.ones(100) * 1e-30), torch.linalg.vector_norm(big, 1), torch.linalg.vector_norm(big, float("inf")))
print(torch.tensor([3e38, 3e38]).mean(), torch.tensor([3e38, 3e38]).sum(), torch.tensor([60000.0, 60000.0], dtype=torch.half).mean())
for n in (3, 8, 1000, 5000):
    torch.manual_seed(n)
    x = torch.randn(n)
    print(n, torch.linalg.vector_norm(x).item())
