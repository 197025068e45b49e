# Tensors that a program has under several names: as attributes, buffers, in containers and as globals. They are one input, where PyTorch finds them to be the same.
import torch, torch.nn as nn
from torch.export import export
def T(m, *a, **k):
    for strict in (False, True):
        try:
            ep = export(m, a, strict=strict, **k)
            print(ep.graph)
            print(ep.graph_signature.input_specs)
            print(list(ep.constants), list(ep.state_dict), list(ep.module().state_dict()))
        except Exception as e:
            print(type(e).__name__, str(e)[:300])


class M1(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.ones(2)
        self.k = self.c

    def forward(self, x):
        return x + self.c + self.k


class M2(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.ones(2)
        self.k = self.c

    def forward(self, x):
        return x + self.k + self.c


class M3(nn.Module):
    def __init__(self):
        super().__init__()
        t = torch.ones(2)
        self.register_buffer("b", t)
        self.register_buffer("b2", t)

    def forward(self, x):
        return x + self.b2 + self.b


class M4(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(2))
        self.q = self.p
        self.l = [self.p]

    def forward(self, x):
        return x + self.q + self.l[0] + self.p


class M5(nn.Module):
    def __init__(self):
        super().__init__()
        t = torch.ones(2)
        self.register_buffer("b", t)
        self.c = t

    def forward(self, x):
        return x + self.c + self.b


class M6(nn.Module):
    def __init__(self):
        super().__init__()
        t = torch.ones(2)
        self.sub = nn.Module()
        self.sub.c = t
        self.l = [t, torch.zeros(2)]

    def forward(self, x):
        return x + self.l[0] + self.l[1] + self.sub.c


class M7(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.ones(4)
        self.v = self.c[:2]
        self.p = nn.Parameter(torch.ones(4))
        self.pv = self.p.data[:2]

    def forward(self, x):
        return x + self.v + self.c[2:] + self.pv + self.p[:2]

G = torch.ones(2)
class M8(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = G

    def forward(self, x):
        return x + G + self.g


class M9(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = {"a": torch.ones(2)}

    def forward(self, x):
        return x + self.d["a"] + G + G


class M10(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.ones(2), persistent=False)
        self.register_buffer("b2", self.b)

    def forward(self, x):
        return x + self.b2 + self.b


for M in (M1, M2, M3, M4, M5, M6, M7, M8, M9, M10):
    print(M.__name__)
    T(M(), torch.ones(2))
