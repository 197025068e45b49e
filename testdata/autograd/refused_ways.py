"""What autograd refuses: forms without a formula of forward mode, in-place operators without a derivative, complex results, results on another device."""
import torch
import torch.autograd.forward_ad as fw
import torch.nn.functional as F


def told(what, f):
    try:
        r = f()
        print(what, tuple(r.shape) if isinstance(r, torch.Tensor) else r)
    except Exception as e:
        print(what, type(e).__name__, str(e).split("\n")[0])


x = torch.arange(12.0).reshape(3, 4) / 7
with fw.dual_level():
    d = fw.make_dual(x, torch.ones(3, 4))
    told("cdist", lambda: torch.cdist(d, x, p=1.0))
    told("pdist", lambda: F.pdist(d))
    told("multi_margin_loss", lambda: F.multi_margin_loss(d, torch.tensor([0, 1, 2])))
    told("grid_sample", lambda: F.grid_sample(d.reshape(1, 1, 3, 4), torch.zeros(1, 2, 2, 2), align_corners=False))
    told("embedding_bag", lambda: F.embedding_bag(torch.tensor([[0, 2]]), d))
    told("index_reduce", lambda: torch.index_reduce(d, 0, torch.tensor([0, 1]), x[:2], "prod"))
    told("segment_reduce", lambda: torch.segment_reduce(d, "sum", lengths=torch.tensor([1, 2])))
    told("ormqr", lambda: torch.ormqr(d[:, :3], torch.ones(3), x))
    told("plain cdist", lambda: torch.cdist(x, x, p=1.0))
told("jvp", lambda: torch.func.jvp(lambda t: F.grid_sample(t, torch.zeros(1, 2, 2, 2), align_corners=True), (x.reshape(1, 1, 3, 4),), (x.reshape(1, 1, 3, 4),)))
told("hessian", lambda: torch.func.hessian(lambda t: F.multi_margin_loss(t, torch.tensor(1)))(x[0]))

places = torch.tensor([[[0, 0, 5]]])  # two elements go to one place: the last one is there, and so is its tangent
with fw.dual_level():
    t = fw.make_dual(torch.tensor([[[1.0, 2.0, 3.0]]]), torch.tensor([[[10.0, 20.0, 30.0]]]))
    r = fw.unpack_dual(F.max_unpool1d(t, places, 2))
    print(r.primal, r.tangent)

for name in ("floor_divide_", "heaviside_"):
    a = x.clone().requires_grad_()
    b = getattr(a.clone(), name)(torch.ones(3, 4))
    told(name, lambda: b.sum().backward())
for name in ("eq_", "lt_", "ge_"):
    a, b = x.clone().requires_grad_(), torch.ones(4, requires_grad=True)
    c = getattr(a.clone(), name)(b)
    print(name, type(c.grad_fn).__name__, [g.sum().item() for g in torch.autograd.grad(c.sum(), (a, b))])
z = torch.randn(3, 3, dtype=torch.complex64, requires_grad=True)
told("geqrf", lambda: torch.geqrf(z)[0])
told("silu", lambda: F.silu(z))
print(type(x.clone().requires_grad_().clone().polygamma_(1).grad_fn).__name__, type(torch.diff(x.clone().requires_grad_(), n=0).grad_fn).__name__)

for what, f in (("abs", lambda o: torch.abs(x, out=o)), ("argmax", lambda o: torch.argmax(x, out=o)), ("quantile", lambda o: torch.quantile(x, 0.5, out=o)),
                ("gather", lambda o: torch.gather(x, 0, torch.zeros(1, 4, dtype=torch.int64), out=o)), ("inner", lambda o: torch.inner(x, x, out=o)), ("matmul", lambda o: torch.matmul(x, x.t(), out=o))):
    told(what, lambda: f(torch.empty(3, 4, dtype=torch.int64 if what == "argmax" else None, device="meta")))
for kw in ({}, {"stable": False}, {"stable": True}, {"descending": True}):  # equal elements lie as partitions leave them, unless one asks for more
    print(kw, torch.sort(torch.tensor([3, 1, 2] * 7), **({"dim": 0} | kw))[1].tolist())
told("tensor_split", lambda: torch.tensor_split(torch._subclasses.FakeTensorMode().from_tensor(x), torch.tensor([1, 2])))
