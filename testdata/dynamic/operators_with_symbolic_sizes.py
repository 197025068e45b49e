# Operators keep the sizes and numbers that they are given as symbols; where a number decides what is computed, it is fixed.
import torch
import torch.nn.functional as F


def show(f, *args):
    torch._dynamo.reset()
    shapes = []

    def backend(gm, _):
        node = [n for n in gm.graph.nodes if n.op in ("call_function", "call_method")][-1]
        value = node.meta["example_value"]
        shapes.append(tuple(value.shape) if isinstance(value, torch.Tensor) else tuple(value[0].shape))
        return gm

    got, want = torch.compile(f, backend=backend, dynamic=True, fullgraph=True)(*args), f(*args)
    print(shapes, torch.allclose(got, want, equal_nan=True) if got.is_floating_point() else got.dtype)


x = torch.rand(2, 3, 8, 10)
show(lambda x: F.interpolate(x, scale_factor=0.5, mode="bilinear"), x)
show(lambda x: F.interpolate(x, size=(x.shape[2] * 2, x.shape[3]), mode="bicubic"), x)
show(lambda x: F.interpolate(x, size=(x.shape[2] // 2, x.shape[3]), mode="area"), x)
show(lambda x: F.interpolate(x, size=(x.shape[2] // 2, x.shape[3]), mode="nearest-exact"), x)
show(lambda x, n: F.adaptive_avg_pool2d(x, (n, 4)), x, 3)
show(lambda x: F.layer_norm(x, x.shape[1:]), x)
show(lambda x, n: torch.fft.fft(x, n).real, x, 7)
show(lambda x, n: torch.fft.irfft2(x, s=(n, 6)), x, 7)
show(lambda x: torch.linalg.householder_product(x, x[..., :8, 0]), torch.rand(9, 9))
y = torch.rand(4, 4)
for p in (0, 1, 2, 3):
    show(lambda x, p: torch.norm(x, p), y, p)
    show(lambda x, p: torch.dist(x, x + 1, p), y, p)
    show(lambda x, p: torch.linalg.vector_norm(x, p, dim=1), y, p)
show(lambda x, p: torch.renorm(x, p, 0, 2.0), y, 2)
show(lambda x, d, m: torch.masked.cumsum(x, d, mask=m), y, 1, y > 0.5)
show(lambda x, d, m: torch.masked.argmax(x, d, mask=m), y, 1, y > 0.5)
show(lambda x, p, d: torch.masked.normalize(x, p, d), y, 2.0, 1)
