# Classes of sparse tensors from before dtypes, results written with out=, gradients of sums and of relu, rows of compressed layouts.
import torch

i, v = torch.tensor([[0, 1], [1, 0]]), torch.tensor([1., 2.])
x = torch.sparse_coo_tensor(i, v)
F = torch.sparse.FloatTensor


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split(" 'SparseC")[0])


for f in (lambda: (F, type(F), F.__name__, F.dtype, F.layout, F.is_cuda), lambda: F(), lambda: F(2, 3), lambda: F(i, v, torch.Size([3, 3])), lambda: F("a"),
          lambda: (isinstance(x, F), isinstance(v, F), isinstance(x, torch.sparse.LongTensor)), lambda: x.type(), lambda: x.type(torch.sparse.DoubleTensor),
          lambda: x.type("torch.sparse.DoubleTensor").dtype, lambda: x.unbind(0), lambda: x.pow(0), lambda: x.pow(x), lambda: x ** 2, lambda: x.pow_(2),
          lambda: x.apply_(lambda v: v), lambda: x.__array__(), lambda: x.nbytes, lambda: x.share_memory_(),
          lambda: torch.mm(x, torch.ones(2, 2), out=torch.empty(2, 2)), lambda: torch.addmm(torch.ones(2, 2), x, torch.ones(2, 2), out=torch.empty(2, 2)),
          lambda: torch.add(x, x, out=torch.sparse_coo_tensor((2, 2))), lambda: torch.sin(x, out=torch.sparse_coo_tensor((2, 2)))._nnz(),
          lambda: torch.addmv(torch.ones(2), x.to_sparse_csr(), torch.ones(2), beta=2, alpha=3), lambda: x.to_sparse_csr() * x,
          lambda: x.to_sparse_csr().unbind(0), lambda: x.to_sparse_csr().zero_(), lambda: x.to_sparse_csr().signbit().values(),
          lambda: torch.tensor([[0, 1., 0, 0], [2, 0, 3, 2]]).to_sparse_bsr((1, 2))[1], lambda: torch.sparse.BoolTensor):
    show(f)
for make in (lambda: x.clone(), lambda: x.to_sparse_csr()):
    for f in (lambda s: s.sum(), lambda s: s.relu().to_dense().sum(), lambda s: torch.relu(s * 2).to_dense().pow(2).sum()):
        s = make().detach().requires_grad_()
        f(s).backward()
        print(s.grad)
s = x.clone().requires_grad_()
torch.sparse.sum(s).backward()
print(s.grad)
