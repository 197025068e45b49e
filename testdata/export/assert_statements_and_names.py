# Assert statements on numbers and tensors of data become assertions of the program; constants in containers are named by the way to them under Dynamo.
import torch
from torch import nn
from torch.export import export

SCALE = torch.full((2,), 2.0)


class Numbers(nn.Module):
    def forward(self, x, y):
        n = x.item()
        assert n > 3
        return y + n


class Sizes(nn.Module):
    def forward(self, x, y):
        found = x.nonzero()
        assert found.shape[0] == 1
        return y + 1


class Tensors(nn.Module):
    def forward(self, x, y):
        assert (y > 0).all(), "not positive"
        return y + x


class Branch(nn.Module):
    def forward(self, x, y):
        if x.item() > 3:
            return y
        return y + 1


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = [torch.ones(2), {"a": torch.ones(2)}]
        self.inner = nn.Module()
        self.inner.table = {"z": torch.ones(2)}

    def forward(self, x):
        return x * SCALE + self.parts[0] + self.parts[1]["a"] + self.inner.table["z"] + torch.tensor(1.0)


def tried(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


for strict in (False, True):
    ep = export(Numbers(), (torch.tensor(5), torch.ones(3)), strict=strict)
    print([str(n.target) for n in ep.graph.nodes if n.op == "call_function"])
    tried(ep.module(), torch.tensor(7), torch.ones(3))
    tried(ep.module(), torch.tensor(1), torch.ones(3))
    tried(lambda: export(Branch(), (torch.tensor(5), torch.ones(3)), strict=strict))
    ep = export(Holder(), (torch.ones(2),), strict=strict)
    print([(s.arg.name, s.target) for s in ep.graph_signature.input_specs])
    print(ep.module()(torch.ones(2)))
ep = export(Sizes(), (torch.tensor(5), torch.ones(3)))
tried(ep.module(), torch.tensor(0), torch.ones(3))
ep = export(Tensors(), (torch.tensor(5), torch.ones(3)), strict=True)
print(ep.graph_module.code.strip())
tried(ep.module(), torch.tensor(5), torch.zeros(3))
tried(lambda: export(Tensors(), (torch.tensor(5), torch.ones(3))))


class Fixed(nn.Module):
    def forward(self, x):
        n = x.item()
        torch._check(n == 5)
        return torch.ones(n) * int(n)


class Count(nn.Module):
    def forward(self, x):
        found = x.nonzero()
        torch._check(found.shape[0] == 3)
        return found + 1


for module, x in ((Fixed(), torch.tensor(5)), (Count(), torch.tensor([1, 1, 1]))):
    ep = export(module, (x,))
    print(ep.graph_module.code.strip(), ep.range_constraints)
