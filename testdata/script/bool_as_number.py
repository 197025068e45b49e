"""A bool stands for a number where an operator, a function or a result asks for one; nothing is converted for an attribute."""
import torch


def filled(x, b: bool):
    return x.masked_fill(x > 0, b)


def lifted(x, b: bool):
    return x.unsqueeze(b)


def close(x, b: bool):
    return torch.isclose(x, x, b)


def summed(x, b: bool):
    return b + 1, 1.5 * b, max(b, 2), b + b, b < 2, [1, 2][b]


def chosen(x, b: bool):
    return torch.where(x > 0, b, False)


def counted(x, b: bool) -> int:
    return b


def kept(x, b: bool):
    c = 1
    c = b
    return c


def constants(x, b: bool):
    return x * True + False


for f in (filled, lifted, close, summed, chosen, counted, kept, constants):
    s = torch.jit.script(f)
    print([n.kind() for n in s.graph.nodes()])
    print(s(torch.arange(2.0), True))


class Attribute(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 3

    def forward(self, b: bool):
        self.n = b
        return self.n


try:
    torch.jit.script(Attribute())
except RuntimeError as e:
    print(str(e).strip().split("\n")[0])
