# Defaults of parameters, format strings, printed tensors and lists of tensors: what scripts take, and what they refuse.
from typing import *

import torch
from torch import Tensor


def t(name, f, *args):
    try:
        print("==", name, ":", f(*args))
    except RuntimeError as e:
        print("==", name, "!", [line for line in str(e).splitlines() if line and "File" not in line][0], "...", str(e).strip().split("\n")[-1])


def refused(source):
    return torch.jit.CompilationUnit(source).f



a, b, s, z, l, c = 65, 2.5, "q", torch.ones(1), [1, 2], True
for text in (
    '"%s" % a', '"%d" % b', '"%i" % b', '"%f" % a', '"%f" % s', '"%g" % a', '"%e" % a', '"%x" % a', '"%c" % a', '"%%"  % a', '"%s" % (a, b)', '"%s %s" % a', '"%5d" % a', '"%.2f" % b',
    '"%s" % z', '"%d" % z', '"%s" % l', '"%d" % l', '"%s" % c', '"%" % a', '"%s%s%s" % (a, b, s)', '"{}".format(a)', '"{} {}".format(a)', '"{}".format(a, b)', '"{0}".format(a)', '"{:d}".format(a)',
):
    t(text, refused(f"def f(a: int, b: float, s: str, z: Tensor, l: List[int], c: bool):\n    return {text}\n"), a, b, s, z, l, c)


@torch.jit.script
def show(x: Tensor):
    print(x)


show(torch.ones(2, 2, 2))
show(torch.ones(1, 2, 2, 1) * 2.5)


@torch.jit.script
def lists(x: Tensor):
    a: List[List[int]] = x.tolist()
    return a


t("tolist", lists, torch.ones(2, 2, dtype=torch.int64))
t("tolist of floats", lists, torch.ones(2, 2))
t("tolist of one dimension", lists, torch.ones(2, dtype=torch.int64))


@torch.jit.script
def divided(x: int):
    return 1 / x


print(divided(0))
