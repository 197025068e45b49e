# Resizing is one operator in an exported program; taken apart, it reads constants that archives keep.
import io

import torch
import torch.nn.functional as F


class Resize(torch.nn.Module):
    def __init__(self, **how):
        super().__init__()
        self.how = how

    def forward(self, x):
        return F.interpolate(x, **self.how)


CASES = [
    ((1, 2, 4), dict(size=12)),
    ((1, 2, 4), dict(scale_factor=2.0, mode="linear")),
    ((1, 2, 4, 4), dict(scale_factor=(2.0, 1.5), mode="nearest-exact")),
    ((1, 2, 4, 4), dict(size=(6, 3), mode="bilinear", align_corners=True)),
    ((1, 2, 4, 4), dict(scale_factor=1.5, mode="bilinear", recompute_scale_factor=True)),
    ((1, 2, 4, 4), dict(size=(6, 3), mode="bicubic")),
    ((1, 2, 4, 4), dict(size=(6, 3), mode="bicubic", antialias=True)),
    ((1, 2, 3, 4, 4), dict(scale_factor=2.0, mode="trilinear")),
    ((1, 2, 4, 4), dict(size=2, mode="area")),
]
for size, how in CASES:
    torch.manual_seed(0)
    x, module = torch.randn(size), Resize(**how)
    program = torch.export.export(module, (x,))
    print(program.graph_module.code.strip())
    apart, file = program.run_decompositions(), io.BytesIO()
    torch.export.save(apart, file)
    file.seek(0)
    for p in (program, apart, torch.export.load(file)):
        print(torch.allclose(p.module()(x), module(x), atol=1e-6), end=" ")
    print()

x = torch.arange(16.0).reshape(1, 1, 4, 4)
print(torch.ops.aten.upsample_nearest2d(x, [2, 3]))
print(torch.ops.aten.upsample_nearest2d.vec(x, None, [0.5, 0.75]))
print(torch.ops.aten.upsample_bilinear2d.default(x, [3, 3], True))
print(torch._C._nn.upsample_bicubic2d(x, (3, 2), False))
print(torch.ops.aten._upsample_nearest_exact1d(x[0], [3], 0.7))
for args in ((x, None, None), (x, [2, 2], [0.5, 0.5])):
    try:
        torch.ops.aten.upsample_nearest2d.vec(*args)
    except RuntimeError as e:
        print(str(e).splitlines()[0])
