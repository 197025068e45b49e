"""What a script with tensors spends its time on besides kernels: eager calls, tracing, guards, calls of graphs, steps of training."""
import sys

import torch
from torch import nn
import torch.nn.functional as F


def eager(n):
    a, b, w = torch.rand(4, 8), torch.rand(8), torch.rand(8, 8)
    for _ in range(n):
        c = (a + b).relu() * 2
        d = torch.cat([c, a @ w], dim=1).reshape(8, 8).transpose(0, 1)
        a = F.softmax(d[:4] - d.mean(), dim=-1) + c.sum(dim=1, keepdim=True)
        if float(a.max()) > 100:
            a = a.clamp(-1, 1)
    return a


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.first, self.second = nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.scales = {"a": 0.5, "b": 2.0}

    def forward(self, x, *, key="a"):
        y = self.second(F.gelu(self.first(self.norm(x))))
        return x + y * self.scales[key]


def training(n, compiled):
    torch.manual_seed(0)
    model = nn.Sequential(*[Block(16) for _ in range(3)], nn.Linear(16, 4))
    run = torch.compile(model) if compiled else model
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    x, target = torch.randn(8, 16), torch.randint(0, 4, (8,))
    for _ in range(n):
        optimizer.zero_grad()
        loss = F.cross_entropy(run(x), target)
        loss.backward()
        optimizer.step()
    return loss


def tracing(n):
    for i in range(n):
        def steps(x, items, table):
            out = []
            for j, item in enumerate(items):
                y = x * item + table.get(j, i)
                out.append(torch.sin(y) if j % 2 else y.view(-1).cumsum(0))
            total = sum(o.sum() for o in out)
            with torch.no_grad():
                scale = {k: v * 2 for k, v in table.items()}
            return total * len(scale), out[::-1]

        torch.compiler.reset()
        torch.compile(steps)(torch.ones(3, 4), [1.0, 2, 3.5, 4], {0: 1, 2: 5})
        torch.compile(Block(8))(torch.ones(2, 8), key="b")


def calls(n):
    @torch.compile
    def tiny(x):
        return x + 1

    @torch.compile
    def broken(x, items):
        y = x * 2
        torch._dynamo.graph_break()
        return y + sum(items)

    block, x = torch.compile(Block(8)), torch.ones(4, 8)
    with torch.no_grad():
        for _ in range(n):
            tiny(x), broken(x, [1, 2]), block(x)


def main(rounds):
    for _ in range(rounds):
        eager(4000), training(150, False), training(300, True), tracing(40), calls(8000)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
