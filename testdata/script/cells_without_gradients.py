# Steps of recurrent networks and linear layers give the same bits with gradients, where each operator is recorded, and without.
import torch
from torch import nn


class Step(nn.Module):
    def __init__(self, cell, out):
        super().__init__()
        self.cell, self.out = cell, out

    def forward(self, x, h):
        return self.out(self.cell(x, h))


class LongStep(nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def forward(self, x, h):
        return self.cell(x, (h, h * 2))


def same(a, b):
    a, b = (a, b) if isinstance(a, tuple) else ((a,), (b,))
    return all(torch.equal(x, y) and x.shape == y.shape and x.stride() == y.stride() and not y.requires_grad for x, y in zip(a, b))


torch.manual_seed(0)
for dtype in (torch.float32, torch.float64):
    for bias in (True, False):
        modules = {
            "gru": Step(nn.GRUCell(5, 7, bias=bias), nn.Linear(7, 3, bias=bias)), "lstm": LongStep(nn.LSTMCell(5, 7, bias=bias)),
            "rnn": Step(nn.RNNCell(5, 7, bias=bias), nn.Linear(7, 3, bias=bias)),
        }
        for name, module in modules.items():
            scripted = torch.jit.script(module.to(dtype))
            for x, h in (
                (torch.randn(1, 5, dtype=dtype), torch.randn(1, 7, dtype=dtype)), (torch.randn(4, 5, dtype=dtype), torch.randn(4, 7, dtype=dtype)),
                (torch.randn(5, 4, dtype=dtype).t(), torch.randn(7, 4, dtype=dtype).t()), (torch.randn(8, 5, dtype=dtype)[::2], torch.randn(5, 7, dtype=dtype)[1:]),
            ):
                recorded = scripted(x, h)
                with torch.no_grad():
                    alone = scripted(x, h)
                with torch.inference_mode():
                    inferred = scripted(x, h)
                first = inferred[0] if isinstance(inferred, tuple) else inferred
                print(dtype, bias, name, same(recorded, alone), same(recorded, inferred), first.is_inference())

linear = nn.Linear(6, 4)
x = torch.randn(3, 6)
with torch.no_grad():
    print(torch.equal(linear(x), torch.addmm(linear.bias, x, linear.weight.t())), linear(x[:0]).shape, linear(x[0]).shape)
    for bad in (torch.randn(3, 5), torch.randn(3, 6, dtype=torch.float64)):
        try:
            linear(bad)
        except RuntimeError as e:
            print(e)
