"""int, float and bool of tensors stay symbolic in strict exports; tensors are read where operators and slices take numbers; what nothing reads is dropped."""
import torch


def show(name, f, *args):
    class Program(torch.nn.Module):
        def forward(self, *inputs):
            return f(*inputs)
    for strict in (False, True):
        try:
            program = torch.export.export(Program(), args, strict=strict)
            print(name, strict, [n.name for n in program.graph.nodes])
            print("   ", program.module()(*args))
        except Exception as e:
            print(name, strict, type(e).__name__, str(e).strip().split("\n")[0])


def unread(b):
    x = b[0].item()
    y = b[1].item()
    z = (b.max() > 0).item()
    return b + y, b[2].item()


b, x = torch.tensor([0, 1, 1, 3]), torch.ones(4, 3)
show("size", lambda b: torch.zeros(int(b.max())), b)
show("item", lambda b: torch.zeros(int(b.max().item())), b)
show("float", lambda b: b * float(b.max()), b)
show("truth", lambda b: bool(b.max() > 0), b)
show("rows", lambda x, b: torch.zeros(int(b.max()), 3).index_add(0, b[1:3], x[:2]), x, b)
show("slice", lambda b: (b[:int(b[3])], b[int(b[3])]), b)
show("roll", lambda b: torch.roll(b, int(b[1])), b)
show("arange", lambda b: torch.arange(b.max()), b)
show("zeros", lambda b: torch.zeros(2, b[3]), b)
show("alpha", lambda b: torch.add(b, 1, alpha=b[3]), b)
show("unread", unread, b)


from torch import nn
from torch.export import export


# Floats read from tensors: whole operands are made floats, sizes by nodes, and quotients are rounded down by one.
class M4(nn.Module):
    def forward(self, x):
        f = x.item()
        return f * 2, 2 * f, f + 1, 1 - f, f / 2, f ** 2, 2 ** f, f > 1, f == 1, -f, f // 2, f % 3, f + True


print(export(M4(), (torch.tensor(3.),)).graph)


class M5(nn.Module):
    def forward(self, x):
        f = x.item()
        return f * 2.5, 2 * f, f + 1.0, f / 2, f ** 2, f > 1.5, f * 1.0, torch.sym_float(f) * 2, f // 2, f % 3, f * True


print(export(M5(), (torch.tensor(3),)).graph)
print(export(M5(), (torch.tensor(3),), strict=True).graph)
print(export(M4(), (torch.tensor(3.),), strict=True).graph)
