# Traced and scripted models become exported programs; programs are taken apart, changed by passes, and get other modules.
import torch
from torch import nn
from torch._export.converter import TS2EPConverter
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse
from torch._export.passes.replace_view_ops_with_view_copy_ops_pass import ReplaceViewOpsWithViewCopyOpsPass
from torch.export import export
from torch.export._swap import _swap_modules


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.register_buffer("scale", torch.full((2,), 2.0))

    def forward(self, x: torch.Tensor, n: int):
        x = x + n if n > 3 else x * 2
        if x.sum() > 3:
            y = self.linear(x) * self.scale
        else:
            y = x - self.scale
        return y, x.size(0)


model = Branches()
script = torch.jit.script(model)
program = TS2EPConverter(script, (torch.ones(3, 2), 4)).convert()
for x in (torch.ones(3, 2), -torch.ones(3, 2) * 9):
    got, want = program.module()(x, 4), script(x, 4)
    print(torch.equal(got[0], want[0]), got[1] == want[1])
print(sorted(program.state_dict))
layers = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(18, 2)).eval()
x = torch.randn(1, 1, 5, 5)
program = TS2EPConverter(torch.jit.trace(layers, x), (x,)).convert()
print(torch.allclose(program.module()(x), layers(x)))


class Product(_ExportPassBaseDeprecatedDoNotUse):
    def call_operator(self, op, args, kwargs, meta):
        return super().call_operator(torch.ops.aten.mul.Tensor if op is torch.ops.aten.add.Tensor else op, args, kwargs, meta)


class Views(nn.Module):
    def forward(self, x):
        return x.view(-1).unsqueeze(0) + x.t().unsqueeze(0).select(1, 0).repeat(1, 2)


program = export(Views(), (torch.ones(2, 2),))
changed = Product()(program.graph_module)
print(changed.modified, changed.graph_module.code)
print(ReplaceViewOpsWithViewCopyOpsPass()(program.graph_module).graph_module.code)


class Pair(nn.Module):
    def forward(self, x, y):
        return x + y, x * y


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.pair = Pair()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        a, b = self.pair(self.linear(x), x)
        return a - b


class Swapped(nn.Module):
    def forward(self, x, y):
        return x, y


outer = Outer()
program = export(outer, (torch.ones(2, 2),), preserve_module_call_signature=("pair",), strict=False)
other = _swap_modules(program, {"pair": Swapped()})
print(torch.equal(other(torch.ones(2, 2)), outer.linear(torch.ones(2, 2)) - 1))
