# Conversions between sparse layouts keep every element that is specified, zeros too.
import torch

torch.set_warn_always(False)
s = torch.sparse_coo_tensor(torch.tensor([[0, 1, 1, 1], [0, 0, 1, 1]]), torch.tensor([0.0, 2.0, 1.0, -1.0]), (2, 2))
print(s.to_sparse_csr())
print(s.to_sparse_csc())
print(s.to_sparse_bsr((1, 2)).values().tolist(), s.to_sparse_csr().to_sparse_bsc((2, 1)).row_indices().tolist())
back = s.to_sparse_csr().to_sparse_coo()
print(back.is_coalesced(), back._nnz(), back.indices().tolist(), back.values().tolist())
print(torch.sparse.spdiags(torch.arange(9).reshape(3, 3), torch.tensor([0, -1, -2]), (3, 3), layout=torch.sparse_csr).values())
v = torch.tensor([1.0, 0.0, 3.0], requires_grad=True)
c = torch.sparse_coo_tensor(torch.tensor([[0, 0, 1], [0, 1, 1]]), v, (2, 2)).to_sparse_csr()
c.to_dense().mul(torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(c.values(), v.grad)
b = torch.tensor([[0.0, 1.0], [2.0, -5.0]], requires_grad=True)
for reduce in ("sum", "mean", "max", "min", "amax", "amin"):
    b.grad = None
    y = torch.sparse.mm(c.detach(), b, reduce)
    y.pow(2).sum().backward()
    print(reduce, y, b.grad.tolist())
