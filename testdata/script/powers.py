# Zero to a negative power is an error in scripts, too, for each type of numbers.
import torch


@torch.jit.script
def ints(a: int, b: int):
    return a**b


@torch.jit.script
def floats(a: float, b: float):
    return a**b


for f, a, b in ((ints, 2, -1), (ints, 0, 0), (ints, 0, -1), (floats, 0.0, 2.0), (floats, 0.0, -0.5), (floats, -2.0, 3.0)):
    try:
        print(f(a, b))
    except RuntimeError as e:
        print(str(e).strip().split("\n")[-1])
