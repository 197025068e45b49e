# Leaving a with block of a script: by return and by errors, __exit__ is called.
from typing import Any

import torch


@torch.jit.script
class Note:
    def __init__(self, log: torch.Tensor, name: int):
        self.log = log
        self.name = name

    def __enter__(self) -> int:
        self.log.mul_(10).add_(self.name)
        return self.name

    def __exit__(self, type: Any, value: Any, tb: Any):
        self.log.mul_(10).add_(9 - self.name)


def one(log: torch.Tensor, n: int) -> int:
    with Note(log, 1) as a:
        log.mul_(10)
        if n > 3:
            return a
    return 7


def straight(log: torch.Tensor, n: int) -> int:
    with Note(log, 1) as a:
        return n + a


def raises(log: torch.Tensor, n: int) -> int:
    with Note(log, 1):
        with Note(log, 2):
            if n > 1:
                raise ValueError("no")
            assert n != 1, "one"
        log.mul_(10).add_(5)
    return n


for f, values in ((one, (3, 4)), (straight, (1,)), (raises, (0, 1, 2))):
    s = torch.jit.script(f)
    for v in values:
        log = torch.zeros((), dtype=torch.float64)
        try:
            print(f.__name__, v, s(log, v), log.item())
        except Exception as e:
            print(f.__name__, v, str(e).strip().splitlines()[-1], log.item())
