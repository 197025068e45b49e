# Sparse tensors: construction, conversions, arithmetic, products, gradients and what optimizers make of them.
import io
import torch
import torch.nn as nn

i, v = torch.tensor([[0, 1, 1], [2, 0, 2]]), torch.tensor([3.0, 4, 5])
s = torch.sparse_coo_tensor(i, v, (2, 3))
print(s, s.to_dense(), s._nnz(), s.is_coalesced(), s.sparse_dim(), s.dense_dim(), sep="\n")
c = torch.sparse_coo_tensor([[0, 0, 1], [1, 1, 0]], [1.0, 2, 3], (2, 2)).coalesce()
print(c.indices(), c.values())
print((s * 2).to_dense(), (s * s).to_dense(), (s + s).to_dense(), torch.ones(2, 3) + s, (s * torch.full((2, 3), 2.0)).to_dense(), sep="\n")
print(torch.sparse.mm(s, torch.ones(3, 2)), s @ torch.ones(3), torch.sparse.sum(s), torch.sparse.sum(s, 0).to_dense(), s.t().to_dense(), sep="\n")
print(torch.sparse.softmax(s, 1).to_dense(), s.sqrt().to_dense(), s[1].to_dense(), torch.cat([s, s]).to_dense(), torch.stack([s, s]).shape)
print(torch.tensor([[0, 1.0], [2, 0]]).to_sparse(), torch.tensor([[0, 1.0], [2, 0]]).to_sparse(1))
for call in (lambda: s.values(), lambda: s + torch.ones(2, 3), lambda: torch.exp(s), lambda: s.view(6), lambda: s.storage(),
             lambda: torch.sparse_coo_tensor(i, torch.ones(2), (2, 3)), lambda: torch.sparse_coo_tensor(i, v, (1, 1), check_invariants=True)):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, str(e)[:80])

x = v.clone().requires_grad_()
torch.sparse_coo_tensor(i, x, (2, 3)).to_dense().mul(torch.arange(6.0).view(2, 3)).sum().backward()
print(x.grad)
m, d = s.detach().clone().requires_grad_(), torch.ones(3, 2, requires_grad=True)
torch.sparse.mm(m, d).sum().backward()
print(m.grad, d.grad)
e = nn.Embedding(4, 2, sparse=True)
e.weight.data.fill_(1.0)
e(torch.tensor([0, 2, 0])).sum().backward()
print(e.weight.grad)
torch.optim.SparseAdam(e.parameters(), lr=0.1).step()
torch.optim.SGD(e.parameters(), lr=0.1).step()
print(e.weight)
try:
    torch.optim.Adam(e.parameters()).step()
except RuntimeError as error:
    print(error)
file = io.BytesIO()
torch.save(s, file)
file.seek(0)
print(torch.load(file))

r = torch.sparse_csr_tensor(torch.tensor([0, 1, 3]), torch.tensor([2, 0, 2]), v, (2, 3))
print(r, r.to_dense(), r.crow_indices(), r.col_indices(), r.values(), sep="\n")
print(r @ torch.ones(3, 2), (r * 2).to_dense(), r.to_sparse_coo(), r.to_sparse_csc().ccol_indices(), torch.eye(4).to_sparse_bsr((2, 2)), sep="\n")
print(torch.autograd.gradcheck(lambda a: torch.sparse.mm(a, torch.ones(3, 2, dtype=torch.double)), s.double().requires_grad_(), masked=True))

h = torch.sparse_coo_tensor(torch.tensor([[0, 1, 2, 2], [1, 0, 1, 1]]), torch.arange(8.0).view(4, 2), (3, 2, 2)).requires_grad_()  # with a dense dimension
for dim in 0, 2, [0, 1], [1, 2]:
    total = torch.sparse.sum(h, dim)
    print(total.detach(), torch.autograd.grad(total.to_dense().square().sum(), h)[0], sep="\n")
