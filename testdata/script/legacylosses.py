"""Functions of torch.nn.functional in scripts: deprecated arguments, checks, warnings; a function given to torch.jit.script itself."""
import warnings

import torch
import torch.nn.functional as F
warnings.simplefilter("always")
torch.manual_seed(0)
def show(name, f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        try: r = f(); r = (round(float(r.double().sum()), 4), tuple(r.shape))
        except Exception as e: r = type(e).__name__ + " " + str(e).strip().split("\n")[-1][:120]
    print(name, r, [str(x.message)[:60] for x in w])
def check(fn, *a):
    n = fn.__name__
    for kind, g in (("eager", fn), ("script", torch.jit.script(fn))):
        torch.manual_seed(1); show(kind + " " + n, lambda: g(*a))
x, y = torch.randn(3, 4), torch.rand(3, 4)
def mse_sa(x, y): return F.mse_loss(x, y, size_average=False)
def mse_red(x, y): return F.mse_loss(x, y, reduce=False)
def mse_b(x, y): return F.mse_loss(x, y[0])
def mse_bad(x, y): return F.mse_loss(x, y, reduction="foo")
def l1_w(x, y): return F.l1_loss(x, y, weight=y)
def hub_w(x, y): return F.huber_loss(x, y, weight=y)
def sl1_0(x, y): return F.smooth_l1_loss(x, y, beta=0.0)
def kl(x, y): return F.kl_div(x, y)
def kl_bm(x, y): return F.kl_div(x, y, reduction="batchmean")
def bce_bad(x, y): return F.binary_cross_entropy(y, y[0])
def bce_w(x, y): return F.binary_cross_entropy(y, y, weight=y[0])
def bcel(x, y): return F.binary_cross_entropy_with_logits(x, y[0])
def ce(x, y): return F.cross_entropy(x, y, size_average=False)
def norm_out(x, y): o = torch.empty(3, 4); F.normalize(x, out=o); return o
def gl(x, y): return F.glu(x[0, 0])
def gn(x, y): return F.group_norm(x[:1, :2], 2)
def inn(x, y): return F.instance_norm(x[:, :, None])
def sm(x, y): return F.softmax(x)
def lsm(x, y): return F.log_softmax(x[0])
def lpi(x, y): return F.lp_pool1d(x, float("inf"), 2)
def lp3(x, y): return F.lp_pool1d(x.abs(), 3, 2, stride=1)
def d3(x, y): return F.dropout3d(x.view(3, 1, 2, 2), 0.5)
def d2(x, y): return F.dropout2d(x.view(3, 2, 2), 0.5)
def d1(x, y): return F.dropout1d(x, 0.5)
def emb(x, y): return F.embedding(torch.tensor([0, 1]), y, padding_idx=7)
def gs(x, y): return F.gumbel_softmax(x, hard=True, eps=1e-3)
def rr(x, y): return F.rrelu(x, training=True, inplace=True)
def mm(x, y): return F.margin_ranking_loss(x, y, y[0])
def tm(x, y): return F.triplet_margin_loss(x, y, x + 1, margin=-1.0)
def pn(x, y): return F.poisson_nll_loss(x, y, reduction="bar")
def ag(x, y): return F.affine_grid(torch.eye(2, 3)[None], [1, 1, 2, 2])
def gsm(x, y): return F.grid_sample(x.view(1, 1, 3, 4), torch.zeros(1, 2, 2, 2))
for f in list(globals().values()):
    if callable(f) and f.__module__ == "__main__" and f.__name__ not in ("show", "check"):
        try: check(f, x.clone(), y.clone())
        except Exception as e: print(f.__name__, type(e).__name__, str(e).strip().split("\n")[0])
print(torch.jit.script(F.cross_entropy).code, torch.jit.script(F.normalize)(x).shape)
