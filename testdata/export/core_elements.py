"""What exported programs are taken apart into: functions of elements, losses, and rearrangements of dimensions."""

import torch
import torch.nn.functional as F

CASES = {
    "celu": lambda x: F.celu(x), "hardshrink": F.hardshrink, "softshrink": F.softshrink, "threshold": lambda x: F.threshold(x, 0.1, 0.0),
    "smooth_l1_loss": lambda x: F.smooth_l1_loss(x, x * 2), "binary_cross_entropy": lambda x: F.binary_cross_entropy(x, x), "soft_margin_loss": lambda x: F.soft_margin_loss(x, x.sign()),
    "addr": lambda x: torch.addr(x, x[:, 0], x[0]), "all": lambda x: (x > 0).all(), "all of a dimension": lambda x: (x > 0).all(1), "aminmax": lambda x: torch.aminmax(x),
    "channel_shuffle": lambda x: F.channel_shuffle(x.view(1, 4, 3, 2), 2), "pixel_shuffle": lambda x: F.pixel_shuffle(x.view(1, 4, 3, 2), 2),
    "pixel_unshuffle": lambda x: F.pixel_unshuffle(x.view(1, 1, 4, 6), 2), "index_add": lambda x: x.index_add(0, torch.tensor([0]), x[:1]),
    "index_copy": lambda x: x.index_copy(1, torch.tensor([2]), x[:, :1]), "isneginf": torch.isneginf, "isposinf": torch.isposinf, "nan_to_num": torch.nan_to_num, "nansum": torch.nansum,
    "sinc": torch.sinc, "entr": torch.special.entr, "xlog1py": lambda x: torch.special.xlog1py(x, x), "take": lambda x: torch.take(x, torch.tensor([0, 1])), "trace": torch.trace,
    "new_full": lambda x: x.new_full((2,), 1.0),
}
for name, f in CASES.items():

    class Module(torch.nn.Module):
        def forward(self, x):
            return f(x)

    x = torch.rand(4, 6, generator=torch.Generator().manual_seed(0))
    program = torch.export.export(Module(), (x,)).run_decompositions()
    print(name, program.graph_module.code)
    torch.testing.assert_close(program.module()(x), f(x))
