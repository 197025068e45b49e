"""Sampling at the places of a grid: every mode, padding and alignment, values and gradients, errors."""
import torch, torch.nn.functional as F, warnings
warnings.simplefilter("ignore")
torch.manual_seed(0)
torch.set_printoptions(precision=2)
x = torch.randn(2,2,3,4, requires_grad=True); g = (torch.rand(2,2,3,2)*3-1.5).requires_grad_()
for mode in ("bilinear","nearest","bicubic"):
    for pad in ("zeros","border","reflection"):
        for al in (True, False):
            x.grad = g.grad = None
            y = F.grid_sample(x, g, mode=mode, padding_mode=pad, align_corners=al)
            (y * torch.arange(y.numel()).view_as(y)).sum().backward()
            print(mode, pad, al, y.detach(), g.grad.sum((0,1)), y.stride())
v = torch.randn(1,1,2,3,3, requires_grad=True); g3 = torch.rand(1,2,2,2,3)*2.4-1.2
for mode in ("bilinear","nearest"):
    for pad in ("zeros","border","reflection"):
        print(mode, pad, F.grid_sample(v, g3, mode=mode, padding_mode=pad, align_corners=False).detach())
theta = torch.tensor([[[.5,.1,.2],[-.3,.8,0.]]])
print(F.affine_grid(theta, (1,1,2,3), align_corners=False), F.affine_grid(theta, (1,1,2,1), align_corners=True))
print(F.affine_grid(torch.eye(3,4)[None], (1,1,2,2,2), align_corners=False).shape)
for f in (lambda: F.grid_sample(torch.randn(2,2,3), g), lambda: F.grid_sample(x, g[:1]), lambda: F.grid_sample(x, g.double()), lambda: F.grid_sample(x, g, mode="cubic"), lambda: F.grid_sample(x, g, padding_mode="z"),
          lambda: F.grid_sample(v, g3, mode="bicubic"), lambda: F.affine_grid(theta, (1,1,0,3)), lambda: F.affine_grid(theta, (1,1,3)), lambda: F.affine_grid(theta[:, :1], (1,1,2,3)), lambda: F.affine_grid(theta.long(), (1,1,2,2)), lambda: F.grid_sample(x, torch.zeros(2,2,2,3))):
    try: print(f().shape)
    except Exception as e: print(type(e).__name__, e)
