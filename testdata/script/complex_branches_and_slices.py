"""Complex functions on both sides of their branch cuts, slices with steps, and what calls say of arguments that do not fit."""
import cmath
import io
import warnings
from typing import Dict, List

import torch
from torch import nn

warnings.simplefilter("ignore")

functions = ["sqrt", "exp", "sin", "cos", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "log", "log10", "phase"]
unit = torch.jit.CompilationUnit("".join(f"def {f}(a: complex):\n    return cmath.{f}(a)\n" for f in functions))
for f in functions:
    print(f, [f"{complex(getattr(unit, f)(z)):.6f}" for z in (2.2j, complex(-0.0, 2.2), complex(0.0, -2.2), complex(-0.0, -2.2), complex(2.2, -0.0), complex(-2.2, -0.0), 1 - 2j)])


@torch.jit.script
def made(a: int, b, c: float, d: bool):
    return complex(a, b), complex(b, c), complex(c, b), complex(b, b), complex(b), complex(d, b), a + cmath.infj


buffer = io.BytesIO()
torch.jit.save(made, buffer)
buffer.seek(0)
print(made(1, torch.tensor(2.5), 3.5, True), torch.jit.load(buffer)(1, torch.tensor(2), 3.5, False))


class Part(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def forward(self):
        return self.name


class Parts(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Part(c) for c in "ABCDE"])

    def forward(self):
        return self.parts[::-2], self.parts[-4:4], self.parts[1:4:2]


print([[part.name for part in some] for some in torch.jit.script(Parts())()])


@torch.jit.script
def sliced(a: bool):
    t = (1, 2, 3, 4) if a else (4, 3, 2, 1)
    return t[1:-1], t[::-2], t[-4:4][1:]


print(sliced(True), sliced(False))
torch._C._jit_pass_lower_all_tuples(sliced.graph)
print("Tuple" in str(sliced.graph), len(list(sliced.graph.outputs())))


@torch.jit.script
def summed(x: List[int]):
    return sum(x[slice(4)])


print(summed(range(10)))

for body in ("x.size(0, 1)", "torch.add(x, x, x, x)", "isinstance(x)", "x[slice(1, stop=2)]", "dict(3)", "dict([1])", "[x x]", "f(x x)"):
    try:
        torch.jit.CompilationUnit(f"def f(x):\n    return {body}\n").f(torch.ones(1))
        print(body)
    except Exception as e:
        print(body, "->", [line.strip() for line in str(e).split("\n") if line.startswith(("  Expected", "isinst", "Slice", "'int'", "int cannot", "expected", "RuntimeError"))])


def instance(x):
    return nn.Linear(1, 1)(x)


class NoSelf(nn.Module):
    @torch.jit.ignore
    def helper():
        return 3

    def forward(self):
        return self.helper()


for of in (instance, NoSelf()):
    try:
        torch.jit.script(of)
    except Exception as e:
        print(type(e).__name__, str(e).strip().split("\n")[0])


class Swap(nn.Module):
    def __init__(self):
        super().__init__()
        self.gone = None
        self.register_buffer("empty", None)

    def forward(self, a, b):
        return {a: b, b: a}


a, b = torch.ones(1), torch.zeros(1)
traced = torch.jit.trace(Swap(), (a, b), strict=False)
c, d = torch.ones(2), torch.zeros(2)
print([(k is c, v is c) for k, v in traced(c, d).items()], hasattr(traced, "gone"), hasattr(traced, "empty"))
