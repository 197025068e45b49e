"""Gradients through tensors of compressed layouts, operators in place on them, and their rows."""
import torch

x = torch.eye(4, requires_grad=True)
for f in [lambda: x.to_sparse(), lambda: x.to_sparse_csr(), lambda: x.to_sparse_csc(), lambda: x.to_sparse_bsr((2, 2)), lambda: x.to_sparse_bsc((2, 2)),
          lambda: x.to_sparse_csr().values(), lambda: x.to_sparse_csr() @ x, lambda: x.to_sparse_csr() * 2, lambda: x.to_sparse_csr().sum(),
          lambda: torch.sparse_csr_tensor([0, 1, 2], [0, 1], x[0, :2], (2, 2)), lambda: torch.sparse_coo_tensor([[0, 1], [0, 1]], x[0, :2], (2, 2)),
          lambda: torch.sparse.mm(x.to_sparse_csr(), x), lambda: torch.sparse.mm(x.to_sparse(), x), lambda: torch.sparse.softmax((x * 2).to_sparse(), 1) ** 2,
          lambda: torch.sparse.log_softmax((x + 1).to_sparse(), 1), lambda: x.sparse_mask(x.detach().to_sparse()), lambda: x.to_sparse_csr().abs(), lambda: x.to_sparse_csr().t(),
          lambda: x.to_sparse_csr().clone(), lambda: torch.sparse.sampled_addmm(x.to_sparse_csr(), x + 1, x, beta=2, alpha=3)]:
    r = f()
    x.grad = None
    (r.to_dense() if r.layout is not torch.strided else r).sum().backward()
    print(r.grad_fn.name(), r.layout, [[round(v, 5) for v in row] for row in x.grad.tolist()])

s = torch.tensor([[1.0, 0, 2], [0, 3, 0]]).to_sparse_csr()
print(s[0], s[0, 2], s.select(1, 0))
t = s.clone()
t.neg_()
t.mul_(2)
t.copy_(s)
t.neg_()
print(t, t.sparse_mask(s).values(), torch.ones(2, 3).sparse_mask(s).values())
print(torch.ones(2, 2, 2).to_sparse_csr(dense_dim=1))
for f in [s.indices, s.coalesce, s.is_coalesced, lambda: torch.sparse_compressed_tensor([0, 1], [0], [1.0], (1, 1))]:
    try:
        f()
    except RuntimeError as e:
        print(e)
for name in ["gather", "add", "cumsum", "sum", "sort"]:
    try:
        getattr(x, name)(*{"gather": (0, torch.tensor([[0]])), "add": (x,), "cumsum": (0,)}.get(name, ()), out=torch.empty(0))
    except TypeError as e:
        print(str(e).split("\n")[0])
