# Which of equally frequent elements mode gives, and where elements at the edges of bins are counted.
import torch

g = torch.Generator().manual_seed(3)
for n in (17, 40, 100, 1000, 3001):
    for k in (3, 10, n):
        print(n, k, [torch.mode(torch.randint(0, k, (n,), generator=g).to(d))[1].item() for d in (torch.int64, torch.float32, torch.bfloat16, torch.uint8)])
x = torch.rand(2000, generator=g)
for d in (torch.bfloat16, torch.float16, torch.float32):
    print(torch.histc(x.to(d), 10), torch.histc(torch.linspace(-10, 10, 101).to(d), 20, -10, 10))

x, tau = torch.eye(3).requires_grad_(), torch.zeros(0).requires_grad_()
torch.linalg.householder_product(x, tau).sum().backward()
print(x.shape, tau.shape)

p, w = torch.rand(1, 3, 8, 8, requires_grad=True), torch.ones(3, requires_grad=True)
for f in (lambda: torch.nn.functional.fractional_max_pool2d(p, 2, 3, _random_samples=torch.rand(1, 3, 2, requires_grad=True)),
          lambda: torch._native_batch_norm_legit(p, None, None, w, w, True, 0.1, 1e-5),
          lambda: torch.fake_quantize_per_channel_affine(p, w, torch.zeros(3), 1, 0, 255),
          lambda: torch.remainder(2, 3), lambda: torch.clamp_min(2, 3), lambda: torch.lerp(w, 2, 2), lambda: torch.int32.to_complex()):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
