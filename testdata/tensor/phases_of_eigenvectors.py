# Eigenvectors of complex matrices have the phases that LAPACK gives them.
import torch

torch.manual_seed(0)
for n in (1, 2, 3, 5, 8):
    a = torch.randn(n, n, dtype=torch.complex128)
    h = a + a.mH
    for triangle in "LU":
        values, vectors = torch.linalg.eigh(h, UPLO=triangle)
        print(n, triangle, values)
        print((vectors + 0).real.round(decimals=6).add(0), (h @ vectors - vectors * values).abs().max().item() < 1e-12)
        print(vectors[0 if triangle == "L" else -1].imag.abs().max().item())
    values, vectors = torch.linalg.eig(a)
    order = torch.argsort(values.real)
    print(vectors[:, order].real.round(decimals=6).add(0))
    largest = vectors.abs().argmax(0)
    print(vectors[largest, torch.arange(n)].imag.abs().max().item(), (a @ vectors - vectors * values).abs().max().item() < 1e-12)
batch = torch.randn(2, 3, 3, dtype=torch.complex64)
print(torch.linalg.eigh(batch @ batch.mH))
diagonal = torch.diag(torch.tensor([3.0, 1.0, 1.0])).to(torch.complex128)
print(torch.linalg.eigh(diagonal).eigenvalues, torch.linalg.eigh(diagonal).eigenvectors.abs())
