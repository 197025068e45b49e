# An object with __index__ stands for an integer where sizes and dimensions are asked for, and for none elsewhere.
import torch


class Two:
    def __index__(self):
        return 2


class Broken:
    def __index__(self):
        raise ValueError("no number")


two = Two()
x = torch.zeros(3, 4, 5)
for f in (
    lambda: torch.zeros(two).shape, lambda: torch.randn(two, 3).shape, lambda: torch.empty((two, 3)).shape, lambda: torch.full((two,), 1.0), lambda: torch.eye(two),
    lambda: x.expand(two, 3, 4, 5).shape, lambda: x.repeat(two, 1, 1).shape, lambda: x.reshape(two, -1).shape, lambda: torch.zeros(4).view(two, 2).shape,
    lambda: torch.topk(torch.arange(6), two).values, lambda: torch.arange(6)[two], lambda: torch.arange(6)[two:], lambda: x.narrow(1, two, 1).shape,
    lambda: torch.zeros(2).new_zeros(two).shape, lambda: torch.zeros(3) + two, lambda: torch.zeros(3).add(1, alpha=two),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
try:
    torch.zeros(Broken())
except Exception as e:
    print(type(e).__name__, str(e).split("\n")[0])
