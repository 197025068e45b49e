# What operators made of others refuse before they compute.
import torch
import torch.nn.functional as F

f = torch.ones


def report(name, call):
    try:
        result = call()
        print(name, tuple(result.shape) if isinstance(result, torch.Tensor) else result)
    except Exception as e:
        print(name, type(e).__name__, e)


for order, x, dim in (("fro", f(2), None), ("nuc", f(2), None), ("fro", f(2, 2, 2), 0), ("fro", f(2, 2), None), ("fro", f(2, 2, 2), (0, 1))):
    report("linalg.norm", lambda: torch.linalg.norm(x, ord=order, dim=dim))
for name in ("fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn"):
    report(name, lambda: getattr(torch.fft, name)(f(2, 2), s=(2,), dim=(0, 1)))
    report(name, lambda: getattr(torch.fft, name)(f(2, 2), s=(2, 2, 2)))
report("ifft2", lambda: torch.fft.ifft2(f(2, 2), s=(2,)))
report("histogram", lambda: torch.histogram(f(2).double(), f(2)))
report("histogram", lambda: torch.histogram(f(2), f(2), weight=f(2).double()))
report("histogram", lambda: torch.histogram(f(2), 2, weight=f(3)))
report("histogramdd", lambda: torch.histogramdd(f(2, 2), [f(2).double(), f(2)]))
for pad in ((0, 0, -2, -1), (-5, 0, 0, 0), (-2, -2, 0, 0), (-1, 1, 1, -1)):
    report(f"replicate {pad}", lambda: F.pad(f(1, 1, 3, 4), pad, mode="replicate"))
report("replicate", lambda: F.pad(f(1, 1, 3, 4, 2), (-1, -1, 0, 0, 0, 0), mode="replicate"))
x = torch.arange(12.0).view(1, 1, 3, 4)
for pad in ((-1, 1, 1, -1), (0, 0, -1, 1), (-1, 2, 0, 0), (2, -1, -1, -1)):
    print("reflect", pad, F.pad(x, pad, mode="reflect").tolist())
report("group_norm", lambda: F.group_norm(f(2, 4), 2, f(3)))
report("group_norm", lambda: F.group_norm(f(2, 4), 2, f(2, 2)))
report("group_norm", lambda: F.group_norm(f(2, 4), 2, f(4), f(3)))
report("addmv", lambda: torch.addmv(f(2), f(3, 4), f(4)))
report("trapezoid", lambda: torch.trapezoid(f(3), f(4)))
report("cumulative_trapezoid", lambda: torch.cumulative_trapezoid(f(2, 3), f(4)))
report("scatter_add", lambda: torch.scatter_add(f(2, 2), 0, torch.zeros(2, 2, dtype=torch.int64), f(2, 2).double()))
report("segment_reduce", lambda: torch.segment_reduce(f(3), "none", lengths=torch.tensor([3])))
