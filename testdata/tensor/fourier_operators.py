"""Transforms are made of three operators, whatever their names; resizing of images is one operator."""
import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx

x, c = torch.ones(4, 6, 8), torch.ones(4, 6, 8, dtype=torch.cfloat)


def calls(f, a):
    return [(str(n.target), n.args[1:]) for n in make_fx(f)(a).graph.nodes if n.op == "call_function"]


for name, a in (("fft", c), ("fft", x), ("ifft", c), ("ifft", x), ("rfft", x), ("irfft", c), ("hfft", c), ("ihfft", x)):
    f = getattr(torch.fft, name)
    y = f(a.clone().requires_grad_(), dim=1)
    print(name, tuple(y.shape), y.stride(), y.is_conj(), type(y.grad_fn).__name__)
    for kw in ({}, dict(n=5), dict(n=10, norm="ortho"), dict(norm="forward")):
        print(" ", kw, calls(lambda a: f(a, **kw), a))
for name, a in (("fft2", c), ("fftn", x), ("ifftn", x), ("rfft2", x), ("irfft2", c), ("rfftn", x), ("irfftn", c), ("hfft2", c), ("hfftn", c)):
    f = getattr(torch.fft, name)
    print(name, tuple(f(a).shape), type(f(a.clone().requires_grad_()).grad_fn).__name__)
    for kw in ({}, dict(s=(5, 4)), dict(dim=(2, 0), norm="ortho")):
        print(" ", kw, calls(lambda a: f(a, **kw), a))

for op in ("_fft_r2c", "_fft_c2r", "_fft_c2c", "upsample_bilinear2d", "upsample_nearest2d_backward"):
    print(getattr(torch.ops.aten, op).default._schema)
image = torch.arange(12.).reshape(1, 1, 3, 4).requires_grad_()
for mode, options in (("nearest", {}), ("nearest-exact", {}), ("bilinear", dict(align_corners=True)), ("bicubic", dict(align_corners=False))):
    y = F.interpolate(image, scale_factor=1.5, mode=mode, **options)
    gradient, = torch.autograd.grad(y.pow(2).sum(), image)
    print(mode, type(y.grad_fn).__name__, calls(lambda a: F.interpolate(a, size=(4, 5), mode=mode, **options), image.detach()))
    print(" ", [round(v, 3) for v in y.flatten().tolist()[:7]], [round(v, 2) for v in gradient.flatten().tolist()[:5]])
