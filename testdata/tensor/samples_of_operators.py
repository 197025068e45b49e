# Calls with arguments that are seldom given: what PyTorch's own table of sample inputs asks for.
import torch
import torch.nn.functional as F

nan, inf = float("nan"), float("inf")
x = torch.tensor([3.0, 1.0, 2.0, 2.5])


def show(what, *values):
    print(what)
    for v in values:
        print("  ", v.tolist() if isinstance(v, torch.Tensor) else [t.tolist() for t in v] if type(v) in (tuple, list) else v)


show("gradient", torch.gradient(x, spacing=(torch.tensor([0.0, 1.0, 3.0, 4.0]),)), torch.gradient(x, spacing=2.0, edge_order=2),
     torch.gradient(x.view(2, 2), spacing=[0.5, 2.0]), torch.gradient(x.view(2, 2), dim=(1,)))
show("searchsorted", torch.searchsorted(x, torch.tensor([2.2]), sorter=torch.argsort(x)))
show("std", torch.std(x, False), torch.var(x, True), x.view(2, 2).std(True))
show("diff", torch.diff(x, n=0), torch.diff(x, n=2, prepend=x[:1]))
show("tensor_split", torch.tensor_split(x, torch.tensor([1, 3])), torch.tensor_split(x, torch.tensor(2)))
show("cov", torch.cov(torch.stack([x, x.flip(0)]), fweights=torch.tensor([1, 2, 1, 1]), aweights=torch.tensor([0.5, 1, 1, 1])))
show("corrcoef", torch.corrcoef(torch.complex(x, -x).view(2, 2)).abs().round(decimals=3))
show("take_along_dim", torch.take_along_dim(x, torch.tensor([-1, -4]), 0))
show("kthvalue", torch.kthvalue(torch.tensor([5, 1, 6, 5, 6]), 2))
show("addmv", torch.addmv(torch.tensor([7, 7]), torch.tensor([[1, 2], [3, 4]]), torch.tensor([1, 1]), beta=0.5, alpha=1.5))
show("sum_to_size", torch.tensor(3, dtype=torch.int32).sum_to_size(()).dtype)
show("hinge_embedding_loss", F.hinge_embedding_loss(torch.tensor([-8, -1, -4]), torch.tensor([1, -1, -1]), margin=8.4, reduction="none"))
show("gaussian_nll_loss", F.gaussian_nll_loss(x.view(2, 2), x.flip(0).view(2, 2), torch.tensor([1.0, 4.0]), reduction="none"))
show("multi_margin_loss", F.multi_margin_loss(x, torch.tensor(2), reduction="none"), F.multi_margin_loss(torch.tensor(1.0), torch.tensor(0)))
show("cosine_embedding_loss", F.cosine_embedding_loss(torch.tensor([[3, 4]]), torch.tensor([[4, 3]]), torch.tensor([1])))
show("interpolate", F.interpolate(x.view(1, 1, 4), scale_factor=0.6, recompute_scale_factor=True),
     F.interpolate(torch.tensor([[[[5, 1], [6, 200]]]], dtype=torch.uint8), size=(3, 3), mode="bilinear"))
show("pad", F.pad(x.view(1, 1, 4), (-1, 2), mode="circular"))
show("logit", torch.logit(x / 4, 0.6).round(decimals=3))
show("infinities", torch.i0(torch.tensor([inf, nan])), torch.special.i1(torch.tensor([-inf])), F.softshrink(torch.tensor([nan, inf])))
show("tensordot", torch.tensordot(torch.ones(1, 1, 1), torch.ones(2, 1, 2), dims=[[0, 1], [2, 0]]))
show("complex", torch.logsumexp(torch.tensor([1 + 1j, 2 - 1j]), 0), torch.logaddexp(torch.tensor(1 + 1j), torch.tensor(2j)), F.silu(torch.tensor([1 + 1j])),
     torch.nan_to_num(torch.tensor([complex(nan, inf)])), torch.logdet(torch.eye(2) * 1j))
h = torch.tensor([1 + 2j, 3 - 1j], dtype=torch.complex32)
show("complex halves", (h.conj() * h).to(torch.complex64), torch.addmm(torch.eye(2), torch.eye(2), torch.eye(2), beta=0.5, alpha=2.0))
show("ranks", torch.linalg.matrix_rank(torch.eye(3), rtol=torch.tensor(2.0)), torch.linalg.matrix_rank(torch.eye(3), 0.5), torch.linalg.matrix_rank(torch.ones(2, 0)))
show("norms", torch.linalg.norm(torch.ones(2, 3), -2, keepdim=True).shape, torch.linalg.vander(torch.tensor(2.0), N=3))
s = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
show("pinv", torch.linalg.pinv(torch.tril(s), hermitian=True).round(decimals=4))
r = torch.linalg.lstsq(torch.tensor([[1.0, 0], [0, 2], [0, 0]]), torch.tensor([[1.0], [2], [3]]), driver="gelsd")
show("lstsq", r.solution, r.residuals, r.rank, r.singular_values)
a = torch.tensor([[[1 + 1j]]], requires_grad=True)
show("gradients", torch.autograd.grad(torch.baddbmm(a, a, a, beta=1j, alpha=2 - 1j).abs().sum(), a)[0],
     torch.autograd.grad(torch.logcumsumexp(x.requires_grad_(), 0).sum(), x)[0])
