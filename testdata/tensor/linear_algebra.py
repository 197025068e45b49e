# Products, einsum, solving, factorisations (checked by their product), norms.
import torch

torch.manual_seed(0)
a, b = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(3, 4)
print(a @ b, torch.mv(a, torch.ones(3)), torch.dot(a[0], a[1]), torch.outer(a[0], a[1]))
print(torch.bmm(torch.ones(2, 1, 3), torch.ones(2, 3, 2)).shape, (torch.ones(5, 1, 2, 3) @ b).shape, torch.addmm(torch.ones(2, 4), a, b, beta=2, alpha=0.5))
for eq in ("ij,jk->ik", "ij->ji", "ij->", "ij,ij->i", "i,j->ij", "bij,bjk->bik", "...ij,jk->...ik"):
    n = len(eq.split("->")[0].split(","))
    args = {1: (a,), 2: (a, b)}[n]
    if eq in ("ij,ij->i",):
        args = (a, a)
    elif eq == "i,j->ij":
        args = (a[0], b[0])
    elif eq == "bij,bjk->bik":
        args = (a[None], b[None])
    print(eq, torch.einsum(eq, *args).tolist())
m = torch.randn(4, 4, dtype=torch.float64)
spd = m @ m.t() + torch.eye(4, dtype=torch.float64)
rhs = torch.arange(4.0, dtype=torch.float64)
print(torch.allclose(spd @ torch.linalg.solve(spd, rhs), rhs), torch.allclose(torch.linalg.inv(spd) @ spd, torch.eye(4, dtype=torch.float64)))
l = torch.linalg.cholesky(spd)
q, r = torch.linalg.qr(m)
u, s, vh = torch.linalg.svd(m)
w, v = torch.linalg.eigh(spd)
print(torch.allclose(l @ l.t(), spd), torch.allclose(q @ r, m), torch.allclose(u * s @ vh, m), torch.allclose(v * w @ v.t(), spd), bool((s[:-1] >= s[1:]).all()))
print(torch.allclose(torch.linalg.det(spd), w.prod()), torch.allclose(torch.linalg.slogdet(spd).logabsdet, w.log().sum()), torch.linalg.matrix_rank(torch.ones(3, 3)))
print(torch.linalg.lstsq(torch.tensor([[1.0, 0], [1, 1], [1, 2]]), torch.tensor([[1.0], [3], [5]])).solution.flatten().round(decimals=4))
print(torch.linalg.norm(a), torch.linalg.matrix_norm(a, 1), torch.linalg.matrix_power(torch.tensor([[1.0, 1], [1, 0]]), 10), torch.trace(b[:, :3]))
print(torch.kron(torch.eye(2), torch.ones(1, 2)), torch.cross(torch.tensor([1.0, 0, 0]), torch.tensor([0.0, 1, 0]), dim=0), torch.triu(b, 1), torch.block_diag(a[:1, :1], b[:1, :2]))
try:
    torch.linalg.inv(torch.zeros(2, 2))
except RuntimeError as e:
    print(type(e).__name__, str(e)[:80])
