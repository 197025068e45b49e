"""Operators of scripts that are methods or functions of the library: bits, pads, and the parts of others."""
from typing import List, Optional, Tuple

import torch


@torch.jit.script
def bits(a, b):
    return (a & b, a | b, a ^ b, a << 1, a >> 1, (a > 2) & (b > 2), ~(a == b))


@torch.jit.script
def bits_in_place(a, b):
    c = a.clone()
    c &= b
    c |= 1
    c ^= 2
    return c


@torch.jit.script
def pads(x):
    return torch.nn.functional.pad(x, [1, 1], mode="reflect"), torch.nn.functional.pad(x, [2, 0], mode="replicate")


@torch.jit.script
def questions(x, y) -> Tuple[bool, bool, bool]:
    return x.is_nonzero(), x.is_set_to(y), torch.is_nonzero(y)


a, b = torch.tensor([1, 2, 3, 4]), torch.tensor([3, 3, 3, 3])
for _ in range(3):
    print(bits(a, b))
print(bits_in_place(a, b))
print(pads(torch.arange(6.0).view(1, 2, 3)))
print(questions(torch.tensor([1.0]), torch.tensor([0.0])))
