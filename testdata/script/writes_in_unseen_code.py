"""What with statements, forked calls, interfaces and calls of Python do is not seen in a graph: it may change all that they are given, and what that holds."""
from typing import Any, List

import torch


@torch.jit.script
class Notes:
    def __init__(self, n: int):
        self.n = n
        self.l: List[str] = []

    def __enter__(self) -> int:
        self.l.append("in")
        return self.n

    def __exit__(self, a: Any, b: Any, c: Any) -> None:
        self.l.append("out")


@torch.jit.interface
class Adder(torch.nn.Module):
    def add(self, l: List[int]) -> None:
        pass


class One(torch.nn.Module):
    def add(self, l: List[int]) -> None:
        l.append(1)


class Calls(torch.nn.Module):
    part: Adder

    def __init__(self):
        super().__init__()
        self.part = One()

    def forward(self, x: torch.Tensor):
        a: List[int] = []
        b: List[int] = []
        self.part.add(a)
        n = len(a)
        self.part.add(a)
        return a, b, n, len(a)


def contexts(x: torch.Tensor):
    c = Notes(3)
    with c as k, Notes(1) as j:
        if x.sum() > 0:
            return x * k + j, c.l
    return x, c.l


for s in (torch.jit.script(Calls()), torch.jit.script(contexts)):
    for i in range(3):
        print(s(torch.ones(1)), s(-torch.ones(1)))
