# Losses whose input and target, or weights, differ in type or in shape: the type of the result, what is refused.
import itertools

import torch
import torch.nn.functional as F


def told(name, f):
    try:
        r = f()
        print(name, "->", str(r.dtype)[6:], tuple(r.shape), round(r.double().sum().item(), 1))
    except Exception as e:
        print(name, "->", type(e).__name__ + ":", str(e).split("\n")[0])


types = (torch.float32, torch.float64, torch.float16, torch.int64, torch.bool, torch.complex64)
x, y = torch.tensor([[0.2, 0.4, 0.9], [0.6, 0.1, 0.7]]), torch.tensor([[0.3, 1.0, 0.5], [0.8, 0.6, 0.2]])
names = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div", "binary_cross_entropy_with_logits", "soft_margin_loss")
for name, a, b in itertools.product(names, types, types):
    if name != "soft_margin_loss" or a.is_floating_point:
        told(f"{name} {a} {b}", lambda: getattr(F, name)(x.to(a), y.to(b), reduction="none"))
for a, b in itertools.product(types[:4], types):
    told(f"weight {a} {b}", lambda: F.binary_cross_entropy_with_logits(x.to(a), x, y.to(b)))
    told(f"cross entropy {a} {b}", lambda: F.cross_entropy(x.to(a), torch.tensor([0, 1]), weight=torch.ones(3, dtype=b)))
    if not b.is_complex:
        told(f"pos_weight {a} {b}", lambda: F.binary_cross_entropy_with_logits(x.to(a), x, pos_weight=y.to(b)))
        told(f"binary_cross_entropy {a} {b}", lambda: F.binary_cross_entropy(x.to(a), x, y.to(b)))
shapes = ((2, 3), (3,), (1, 3), (), (1, 2, 3), (6,))
for one, other in itertools.product(shapes, shapes):
    a, b = (t.flatten()[: torch.Size(s).numel()].reshape(s) for t, s in ((x, one), (y, other)))
    for name in ("soft_margin_loss", "binary_cross_entropy_with_logits"):
        told(f"{name} {one} {other}", lambda: getattr(F, name)(a, b))
    told(f"weights {one} {other}", lambda: F.binary_cross_entropy(a, a, b))
    told(f"weights of logits {one} {other}", lambda: F.binary_cross_entropy_with_logits(a, a, b))
for smoothing in (-1.0, 0.5, 1.5):
    told(f"smoothing {smoothing}", lambda: F.cross_entropy(x, torch.tensor([0, 1]), label_smoothing=smoothing))
for shape in ((1, 6), (5,), (6,), ()):
    told(f"bincount {shape}", lambda: torch.bincount(torch.arange(6) % 3, torch.ones(shape)))
    told(f"bincount of nothing {shape}", lambda: torch.bincount(torch.arange(0), torch.ones(shape), 2))
for d in (torch.bool, torch.int8, torch.complex64):
    told(f"searchsorted {d}", lambda: torch.searchsorted(torch.tensor([0, 1, 3]), torch.tensor([0, 1, 2]).to(d)))
for shape in ((), (0,), (2, 0)):
    for name in ("fft", "rfft", "irfft", "fftn", "fft2"):
        told(f"{name} {shape}", lambda: getattr(torch.fft, name)(torch.ones(shape)).abs())
    told(f"fft of 2 {shape}", lambda: torch.fft.fft(torch.ones(shape), 2).abs())
told("matrix_norm", lambda: torch.linalg.matrix_norm(torch.ones(2, 2), dim=(-1, -1)))
told("matrix_norm", lambda: torch.linalg.matrix_norm(torch.ones(2, 2), dim=(0, 1, 2)))
told("one value for all", lambda: torch.sparse_coo_tensor([[0, 1]], torch.tensor(1.0), (2,)))
