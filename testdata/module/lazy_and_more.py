# Lazy convolutions and normalisations, the upsampling modules of old, and the multi-label soft margin loss.
import torch
import torch.nn.functional as F
from torch import nn


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
for m, x in ((nn.LazyConv2d(4, 3, padding=1), torch.ones(1, 2, 5, 5)), (nn.LazyBatchNorm2d(), torch.ones(2, 3, 2, 2)),
             (nn.LazyConv1d(4, 3, bias=False), torch.ones(1, 2, 5)), (nn.LazyConvTranspose2d(2, 2), torch.ones(1, 2, 3, 3)),
             (nn.LazyConv3d(2, 1), torch.ones(1, 2, 2, 2, 2)), (nn.LazyBatchNorm3d(affine=False), torch.ones(2, 2, 1, 1, 2)),
             (nn.LazyInstanceNorm1d(affine=True), torch.ones(2, 3, 2)), (nn.LazyConv2d(4, 3, 1, 0, 1, 2), torch.ones(1, 4, 5, 5))):
    print(m, type(m).__name__, isinstance(m, m.cls_to_become))
    r = m(x)
    print(m, type(m).__name__, r.shape, round(r.sum().item(), 3), [(k, tuple(v.shape)) for k, v in m.state_dict().items()])
attempt(lambda: nn.LazyConv2d(4, 3)(torch.ones(5)))
attempt(lambda: nn.LazyConv2d(4, 3, groups=3)(torch.ones(1, 4, 5, 5)))
print(nn.LazyConv2d(4, 3).weight, nn.LazyConv2d(4, 3).has_uninitialized_params())
l = nn.LazyConv1d(2, 1)
l.load_state_dict(nn.Conv1d(3, 2, 1).state_dict())
print(l.weight.shape, l.has_uninitialized_params(), l(torch.ones(1, 3, 2)).shape, type(l).__name__)
s = nn.Sequential(nn.LazyConv2d(3, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2))
s(torch.ones(2, 1, 5, 5))
print(s)

x = torch.arange(4.0).view(1, 1, 2, 2)
for m in (nn.UpsamplingBilinear2d(scale_factor=2), nn.UpsamplingNearest2d(size=3)):
    print(m, m(x))
for m in (nn.BatchNorm2d(2, affine=False), nn.InstanceNorm2d(2), nn.SyncBatchNorm(2, affine=False)):
    print(m)

x = torch.tensor([[0.5, -1.0, 2.0], [0.0, 1.0, -2.0]], requires_grad=True)
y = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
weighted = nn.MultiLabelSoftMarginLoss(weight=torch.tensor([1.0, 2.0, 3.0]), reduction="sum")
for r in ("mean", "sum", "none"):
    print(F.multilabel_soft_margin_loss(x, y, reduction=r), nn.MultiLabelSoftMarginLoss(reduction=r)(x, y))
weighted(x, y).backward()
print(weighted, list(weighted.state_dict()), x.grad)
attempt(lambda: F.multilabel_soft_margin_loss(x, y, reduction="z"))
