# Targets that share memory with what is picked, gradients that depend on phases, and the checks of arguments of less common calls.
import torch
import torch.nn.functional as F


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])


z, i, w = torch.ones(10), torch.tensor([0, 1, 2]), torch.ones(4, 6)
once = lambda *sizes: torch.zeros(1).expand(*sizes)
show(lambda: torch.gather(z[:4], 0, torch.tensor([0, 1, 2, 3]), out=z[1:5]))
show(lambda: torch.take(z, torch.tensor([0, 1, 2]), out=z[:3]))
show(lambda: torch.take(z, torch.tensor([0, 1]), out=once(2)))
show(lambda: torch.masked_select(z, z > 2, out=z))
show(lambda: torch.index_select(z, 0, torch.tensor([1, 2]), out=z[:2]))
show(lambda: torch.cat([torch.ones(0), w], out=w))
show(lambda: torch.cat([w, w], out=once(8, 6)))
show(lambda: torch.index_add(z, 0, torch.tensor([0]), torch.ones(1), out=z))
show(lambda: torch.as_strided_scatter(torch.ones(16), torch.ones(2, 2), (2, 2), (200, 200), 0))
torch.manual_seed(0)
for dtype in (torch.complex128, torch.float64):
    a, b, c = (torch.randn(*s, dtype=dtype, requires_grad=True) for s in ((3, 3), (2, 3, 4), (3, 3)))
    for loss in (lambda: torch.linalg.eig(a)[1] * c, lambda: torch.linalg.eig(a)[1].abs(), lambda: torch.linalg.eigh(a)[1] * c, lambda: torch.linalg.svd(a)[0] * c,
                 lambda: torch.linalg.svd(b, full_matrices=False)[0].abs()):
        show(lambda: torch.autograd.grad(loss().sum().abs(), a if loss().numel() == 9 else b)[0].shape)
show(lambda: F.adaptive_max_pool2d(torch.ones(2, 2), (2, 2)))
show(lambda: F.max_pool2d(torch.ones(1, 1, 8, 8), (3, 2), 2, (4, -1)))
show(lambda: F.avg_pool3d(torch.ones(1, 1, 8, 8, 8), (2, 3, 4), 2, (-1, -2, 4)))
show(lambda: F.multi_margin_loss(torch.ones(5, 4), torch.ones(5)))
show(lambda: F.multilabel_margin_loss(torch.ones(5, 4), torch.ones(5, 4)))
show(lambda: F.triplet_margin_with_distance_loss(w, w, w, reduction="abc"))
show(lambda: F.gaussian_nll_loss(w, w, w, reduction="abc"))
show(lambda: F.rms_norm(torch.ones(2, 2, 3), (2, 2)))
show(lambda: F.linear_cross_entropy(torch.ones(3), torch.ones(2, 4, 3), torch.ones(2, 4)))
show(lambda: torch.linspace(torch.ones(1, 2), torch.ones(2), 3))
show(lambda: torch._chunk_cat([torch.ones(2, 3), torch.ones(4, 3)], 1, 3))
show(lambda: torch.amax(torch.ones([1] * 65), dim=-1))
show(lambda: torch.gradient(torch.arange(9).view(3, 3), spacing=[0.5], dim=(0, 1)))
show(lambda: torch.narrow_copy(z, 0, 0, -1))
show(lambda: torch.multinomial(torch.ones(1, 2), 2, out=torch.ones(1, 2)))
show(lambda: torch.multinomial(torch.tensor([1.0, -1, 0]), 2, True))
show(lambda: torch.histogramdd(torch.ones(5, 6), (1, 1, 1, 1, 1)))
show(lambda: torch.histogramdd(torch.ones(5, 1), [2], range=(2.0, 1.0)))
show(lambda: torch.tensordot(torch.ones(1, 1, 1).byte(), torch.ones(2, 1, 2).byte(), dims=((0, 1), (2, 0))))
show(lambda: torch.conv2d(torch.ones(1, 1, 4, 3), torch.ones(1, 2, 2), padding="same"))
