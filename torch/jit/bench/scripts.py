# How long scripted code takes: a loop over numbers, and steps of a greedy decoder. Run it with magneto and with PyTorch, one after the other on the same machine.
import time
from typing import List, Tuple

import torch
from torch import Tensor, nn


@torch.jit.script
def loop(n: int) -> int:
    total = 0
    for i in range(n):
        if i % 3 == 0:
            total += i
        else:
            total -= 1
    return total


@torch.jit.script
def floats(n: int) -> float:
    x = 0.5
    for i in range(n):
        x = 3.7 * x * (1.0 - x)
    return x


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(100, 64)
        self.cell = nn.GRUCell(64, 64)
        self.out = nn.Linear(64, 100)

    def forward(self, steps: int) -> List[int]:
        h = torch.zeros(1, 64)
        token = torch.zeros(1, dtype=torch.long)
        found: List[int] = []
        for _ in range(steps):
            h = self.cell(self.embed(token), h)
            token = self.out(h).argmax(1)
            found.append(int(token))
        return found


def best(f, *args):
    times = []
    for _ in range(7):
        start = time.perf_counter()
        f(*args)
        times.append(time.perf_counter() - start)
    return min(times)


torch.manual_seed(0)
decoder = torch.jit.script(Decoder().eval())
with torch.no_grad():
    print(f"loop of a million ints     {best(loop, 1000000) * 1e3:8.2f} ms")
    print(f"loop of a million floats   {best(floats, 1000000) * 1e3:8.2f} ms")
    print(f"step of a greedy decoder   {best(decoder, 200) / 200 * 1e6:8.2f} us")
