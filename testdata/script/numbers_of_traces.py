"""A number in a trace is a constant tensor without dimensions, and in arithmetic it acts as the number that it was: the element type is that of the tensor."""
import io
import warnings

import torch

warnings.simplefilter("ignore")


def loaded(traced):
    buffer = io.BytesIO()
    torch.jit.save(traced, buffer)
    buffer.seek(0)
    return torch.jit.load(buffer)


def arithmetic(x):
    return x + 0.25, x - 1 / 3, x * 2.5, x / 4, torch.add(x, 1e-20, alpha=2)


def by_constant(x):
    return x * half, half * x, torch.where(x > 0, x, half), half * 2


half = torch.tensor(0.5, dtype=torch.float64)
for function in (arithmetic, by_constant):
    traced = torch.jit.trace(function, torch.tensor(0.1), check_trace=False)
    print([line.split(" # ")[0].strip() for line in str(traced.graph).splitlines() if "value={" in line])
    for x in (torch.tensor(0.1), torch.tensor(3), torch.tensor(3, dtype=torch.float16), torch.tensor([3], dtype=torch.int8)):
        first = [(y.item(), y.dtype) for y in traced(x)]
        print(first)
        print(first == [(y.item(), y.dtype) for y in traced(x)] == [(y.item(), y.dtype) for y in loaded(traced)(x)])


@torch.jit.script
def makes_its_own(x):
    return x * torch.tensor(2.5, dtype=torch.float64)


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = torch.tensor(2.5, dtype=torch.float64)

    def forward(self, x):
        return x * self.factor


print([makes_its_own(torch.tensor(0.5)).dtype for _ in range(3)])
scripted = torch.jit.script(Scaled().eval())
print(scripted(torch.tensor(0.5)).dtype, torch.jit.freeze(scripted)(torch.tensor(0.5)).dtype)
