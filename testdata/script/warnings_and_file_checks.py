"""Warnings of scripts come once for each place and call; what FileCheck says; modules with parametrizations compile and refuse to run."""
import warnings
from typing import List

import torch
from torch import nn
from torch.nn.utils import parametrize
from torch.testing import FileCheck


def inner():
    warnings.warn("inner")


@torch.jit.script
def warns():
    warnings.warn("first")
    for i in range(2):
        warnings.warn("twice " + str(i))
    inner()
    inner()


for _ in range(2):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warns()
    print([str(w.message) for w in caught])

text = "line one\nline two\n     ~~~\nline three foo\nfoo bar\n"
for check in (FileCheck().check("nope"), FileCheck().check_not("two"), FileCheck().check_regex("li.e t[a-z]+x"), FileCheck().check_source_highlighted("one"), FileCheck().check("one").check_next("three"),
              FileCheck().check_source_highlighted("two")):
    try:
        check.run(text)
        print("found")
    except RuntimeError as error:
        print(str(error).split("\n")[0], "|", str(error).strip().split("\n")[-1] if "From" in str(error) else "")


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).t()


model = nn.Linear(3, 3)
parametrize.register_parametrization(model, "weight", Symmetric())
scripted = torch.jit.script(model)
try:
    scripted(torch.ones(1, 3))
except torch.jit.Error as error:
    print(str(error).strip().split("\n")[-1])


@torch.jit.script
def listed(x: torch.Tensor) -> List[int]:
    out: List[int] = x.tolist()
    return out


for x in (torch.tensor([1, 2]), torch.ones(2), torch.ones(2, 2)):
    try:
        print(listed(x))
    except RuntimeError as error:
        print(str(error).strip().split("\n")[-1])
print(warns.save_to_buffer()[:2])
