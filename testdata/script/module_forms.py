# What scripts see of modules and classes: static methods, attributes of classes and of None, named tuples, enums as text, and where errors in classes come from.
import importlib.util
import os
import re
import sys
import tempfile
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
folder = tempfile.mkdtemp()
HEAD = """import torch
from torch import nn
from enum import Enum
from typing import *
class Color(Enum):
    RED = 1
class Pair(NamedTuple):
    a: torch.Tensor
    b: int = 3
class K:
    c = 5
    def __init__(self, a: int):
        self.a = a.foo
class L:
    c = 5
    def __init__(self):
        self.a = 1
"""
INIT = "def __init__(self):\n        super().__init__()\n        "
cases = {
    "static by class": "def forward(self, x):\n        return M.twice(x)\n    @staticmethod\n    def twice(x):\n        return x * 2",
    "static of another": "def forward(self, x):\n        return nn.Linear.foo(x)",
    "class of modules": "def forward(self, x):\n        return nn.Linear(1, 1)(x)",
    "class attribute": "v = 3\n    def forward(self, x):\n        return self.v",
    "class attribute, annotated": "v: int = 3\n    def forward(self, x):\n        return self.v",
    "none": INIT + "self.v = None\n    def forward(self, x):\n        if self.v is not None:\n            x = x + self.v\n        return x, self.v",
    "named tuple": INIT + "self.v = Pair(torch.ones(1))\n        self.w = [Pair(torch.zeros(1), 2)]\n    def forward(self, x):\n        return self.v, self.w",
    "named tuple, field": INIT + "self.v = Pair(torch.ones(1))\n    def forward(self, x):\n        return self.v.b",
    "enum as text": "def forward(self, x):\n        return str(Color.RED), [Color.RED, Color.RED]",
    "branches": INIT + "self.a = nn.ReLU()\n        self.b = nn.Tanh()\n    def forward(self, x):\n        z = self.a if x.dim() > 1 else self.b\n        return z(x)",
    "no forward": "pass",
    "class, unsupported": "def forward(self, x):\n        return L().c",
    "class, wrong": "def forward(self, x):\n        y = x.dim()\n        return K(y).a + 1",
    "class, wrong, annotated": "def forward(self, x, k: List[K]):\n        return x",
    "class, wrong, variable": "def forward(self, x):\n        k: K = K(1)\n        return x",
}
for n, (name, body) in enumerate(cases.items()):
    path = os.path.join(folder, f"m{n}.py")
    with open(path, "w") as f:
        f.write(HEAD + "class M(nn.Module):\n    " + body + "\n")
    spec = importlib.util.spec_from_file_location(f"m{n}", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print("==", name)
    try:
        scripted = torch.jit.script(module.M())
        print(str(scripted.graph).replace(path, "m.py"))
        print(scripted(torch.ones(1)))
    except Exception as e:
        print(type(e).__name__, re.sub(r"0x[0-9a-f]+", "0x", str(e)).replace(path, "m.py"))
