"""cmath in scripts, isinstance of containers that do not say what they hold, and calls that are left to Python as graphs show them."""
import cmath
import re
from typing import Dict, List, Tuple

import torch

for name in "exp log log10 sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh phase isnan isinf isfinite polar".split():
    try:
        value = torch.jit.CompilationUnit(f"def f(x: complex):\n    return cmath.{name}(x)\n").f(0.5 + 1j)
        print(name, value if isinstance(value, bool) else f"{value:.5f}")
    except RuntimeError as error:
        print(name, str(error).strip().split("\n")[0])


@torch.jit.script
def constants(x: float):
    return cmath.rect(x, x) == cmath.rect(x, x), cmath.pi, cmath.infj


print(constants(0.5))
for kind in (list, List, Dict, Tuple):
    try:
        torch.jit.isinstance([1], kind)
    except RuntimeError as error:
        print(error)


class Module(torch.nn.Module):
    @torch.jit.ignore
    def left_to_python(self, x: int) -> int:
        return x + 1

    def forward(self, x: int):
        return self.left_to_python(x)


scripted = torch.jit.script(Module())
print(scripted(1), re.sub(r" # .*|___torch_mangle_\d+\.", "", str(scripted.graph)))
