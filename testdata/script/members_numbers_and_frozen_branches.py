# Members of enumerations are objects of their own wherever a script names them; hashes; what bools and floats take; OrderedDict; branches of frozen modules on what nothing changes.
import io
import re
import warnings
from collections import OrderedDict
from enum import Enum
from typing import Dict, Optional, Tuple

import torch
from torch import Tensor, nn

warnings.simplefilter("ignore")


class Color(Enum):
    RED = 1
    GREEN = 2


def compared(x: Color, y: Optional[Color]):
    same = x
    return x is Color.RED, x is not Color.RED, x == Color.RED, same is x, y is Color.RED, Color.RED is Color.RED, Color.RED is not Color.GREEN


print(torch.jit.script(compared)(Color.RED, None), torch.jit.script(compared)(Color.RED, Color.RED))


class Painted(nn.Module):
    def __init__(self):
        super().__init__()
        self.color = Color.RED

    def forward(self):
        return self.color is self.color, self.color is Color.RED, self.color == Color.RED


painted = torch.jit.script(Painted().eval())
print(painted(), torch.jit.freeze(painted)())

UNIT = torch.jit.CompilationUnit("""
def of_int(x: int):
    return hash(x)
def of_none(x: Optional[int]):
    return hash(x)
def nothing():
    return hash(None)
def of_float(x: float):
    return hash(x)
def of_str(x: str):
    return hash(x)
def of_bool(x: bool):
    return hash(x)
def of_pair(x: Tuple[int, str]):
    return hash(x)
""")
print([UNIT.of_int(x) for x in (0, -1, -5, 1 << 62)], UNIT.of_none(None), UNIT.of_none(-1), UNIT.nothing())
print([UNIT.of_float(x) for x in (0.0, -0.0, 2.5, -1.0, float("nan"), 3, True)])
print([UNIT.of_str(x) for x in ("", "abc", "eight by", "a longer string of letters")])
print([UNIT.of_bool(x) for x in (True, 0, 5, None, 2.5, 0.0, 1j)], UNIT.of_pair((1, "a")))


def ordered(x: Tensor):
    out = OrderedDict()
    out["b"] = x
    out["a"] = x + 1
    return out


def of_pairs(x: Tensor):
    return OrderedDict([("b", x), ("a", x)]), OrderedDict({"k": 1})


print(torch.jit.script(ordered)(torch.ones(1)), torch.jit.script(of_pairs)(torch.ones(1)))
print(re.sub(" #.*", "", str(torch.jit.script(ordered).graph)))


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 1)
        self.norm = nn.BatchNorm2d(2)
        self.linear = nn.Linear(2, 2)
        self.use = True
        self.count = 2

    def forward(self, x):
        r = self.norm(self.conv(x))
        if self.use:
            r += 1
        for _ in range(self.count):
            r = r.relu_()
        return self.linear(r.mean([2, 3]))


frozen = torch.jit.freeze(torch.jit.script(Branches().eval()))
print([n.kind() for n in frozen.graph.nodes() if n.kind() != "prim::Constant"])
print(sorted(v.debugName() for n in frozen.graph.nodes() for v in n.outputs() if "fused" in v.debugName()))


class Dashes(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(OrderedDict([("first-0", nn.Linear(2, 2)), ("b", nn.ReLU())]))

    def forward(self, x):
        return self.seq(x)


buffer = io.BytesIO()
scripted = torch.jit.script(Dashes())
torch.jit.save(scripted, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(loaded.code, torch.equal(loaded(torch.ones(2)), scripted(torch.ones(2))))
traced = torch.jit.trace(nn.Conv2d(1, 1, 1), torch.ones(1, 1, 2, 2))
print([v.requiresGrad() for n in traced.graph.nodes() if n.kind() == "aten::_convolution" for v in n.outputs()])
