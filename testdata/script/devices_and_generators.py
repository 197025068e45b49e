# Devices and generators that scripts make, and torch._assert.
import torch
from torch import Tensor


@torch.jit.script
def devices(d: torch.device, s: str):
    return torch.device("cpu"), torch.device(s), d.type, str(d), d.index, d == torch.device("cpu")


print(devices(torch.device("cpu"), "cpu"))


def numbers(n: int):
    g = torch.Generator()
    g.manual_seed(n)
    return torch.rand([2], generator=g), torch.randn([1], generator=g)


print(torch.equal(torch.jit.script(numbers)(3)[1], numbers(3)[1]))


@torch.jit.script
def checked(x: bool, y: int, z: Tensor):
    torch._assert(x, "no")
    torch._assert(y > 1, "small")
    torch._assert(z.sum() > 0, f"sum of {y}")
    return y


print(checked(True, 2, torch.ones(1)))
for args in ((False, 2, torch.ones(1)), (True, 0, torch.ones(1)), (True, 2, -torch.ones(1))):
    try:
        checked(*args)
    except torch.jit.Error as e:
        print(str(e).strip().split("\n")[-1])
