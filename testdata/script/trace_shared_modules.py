"""Traces of modules that hold one module in several places: each place has an object of its own, calls go by the last."""
import torch
import torch.nn as nn


class Reader(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = table
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(self.table(x))


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Embedding(8, 4)
        self.first = Reader(self.shared)
        self.second = Reader(self.shared)
        self.head = nn.Linear(4, 8)
        self.head.weight = self.shared.weight

    def forward(self, x, y):
        return self.head(self.first(x) + self.second(y)), self.shared(x)


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.reader = Reader(nn.Embedding(8, 4))
        self.linear = self.reader.linear

    def forward(self, x):
        return self.linear(self.reader(x))


torch.manual_seed(0)
x, y = torch.randint(8, (3,)), torch.randint(8, (3,))
for m, args in ((Pair(), (x, y)), (Inner(), (x,))):
    traced = torch.jit.trace(m, args)
    for a, b in zip(traced(*args), m(*args)):
        print(torch.equal(a, b))
    print([n for n, _ in traced.named_modules()])
    print([n for n, _ in traced.named_parameters()], list(traced.state_dict()))
    print(sum(n.kind() == "prim::CallMethod" for n in traced.graph.nodes()))
