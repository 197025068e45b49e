# Augmented assignments of every operator and type, and names that are used as values, iterables, tuples and objects: what scripts make of them, or why they refuse them.
import importlib.util
import os
import re
import sys
import tempfile
import warnings

import torch

warnings.simplefilter("ignore")
folder = tempfile.mkdtemp()
HEAD = """import math
import torch
import torch.nn.functional as F
from enum import Enum
from typing import *
class Color(Enum):
    RED = 1
class Pair(NamedTuple):
    a: torch.Tensor
    b: int = 3
class Box:
    def __init__(self, x: int):
        self.x = x
def helper(a: int):
    return a
"""
count = 0


def tell(body, head="x, y: int"):
    global count
    count += 1
    path = os.path.join(folder, f"m{count}.py")
    with open(path, "w") as f:
        f.write(HEAD + f"def f({head}):\n" + "".join(f"    {line}\n" for line in body))
    spec = importlib.util.spec_from_file_location(f"m{count}", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        scripted = torch.jit.script(module.f)
        told = [n.kind() for n in scripted.graph.nodes() if n.kind() not in ("prim::Constant", "prim::ListConstruct")]
        told.append(str(scripted.schema).split("->")[-1])
        told.append(re.sub(r"\s+", " ", repr(scripted(torch.arange(4.0).reshape(2, 2) + 1, 3))))
    except Exception as e:
        lines = str(e).strip().split("\n")
        told = [type(e).__name__, re.sub(r"0x[0-9a-f]+", "0x", lines[0])[:120]]
        told += [f"{line.index('~')}-{line.rindex('~')}" for line in lines if "<--- HERE" in line]
    print(head if head != "x, y: int" else "", "; ".join(body), "|", " ".join(map(str, told)).replace(path, "m.py").replace(f"m{count}.", "m."))


VALUES = {"y": "2", "1.5": "y", "True": "True", '"a"': '"b"', "[1]": "[2]", "(1, 2)": "(3,)", '{"a": 1}': '{"b": 2}', "Box(3)": "2"}
for op in "+ - * / // % ** @ << >> & | ^".split():
    for v, w in VALUES.items():
        tell([f"a = {v}", f"a {op}= {w}", "return a"])
    tell([f"x {op}= 2", "return x"])
    tell(["z = x.int()", "w = z", f"z {op}= 2", "return w"])
    tell(["z = x.int()", f"z[0] {op}= 2", "return z"])
    tell(["a = [3]", f"a[0] {op}= 2", "return a"])
    tell(["a = [[1]]", f"a[0] {op}= [2]", "return a"])
    tell(["b = Box(5)", f"b.x {op}= 2", "return b.x"])

for name in "int tuple len range getattr hasattr slice map iter helper torch.add math F.max_pool2d Box Pair ValueError Color [1].append".split():
    tell([f"return {name}"])
    tell([f"for i in {name}:", "    pass", "return y"])
    tell([f"a, b = {name}", "return y"])
    tell([f"return {name}[0]"])
    tell([f"{name}.foo = 1", "return y"])

for body in (["abc: int", "return y"], ["while y < 10:", "    y += 1", "else:", "    y = 0", "return y"], ["raise"], ["z: Final[int] = 3", "return z"], ["return (y, y)[y]"], ["return (y, x, 2)[y:]"],
             ["a, b, c = [1, 2]", "return a"], ['return [["a"], [1]]'], ["return [[1], []]"], ["z: List[List[Foo]] = []", "return z"], ["return x[y, None, :, 7, 8, 9]"], ["if y > 5:", "    return 2", "return x"], ["return f(x, y)"],
             ["z: List[List[float]] = (x + 1).tolist()", "return z"], ["return torch.ops.aten.add.Tensor(x, x)"], ["return Color.RED(1)"], ["for i in Box(2):", "    pass", "return y"]):
    tell(body)
for head in ("x, /, y: int", "x, y: List[Foo]", 'x, y: "List[Foo]"', "x, y: List[1]", "x, y: Tuple[int, ...]", "x, y: list", "x, y: torch.Size", "x, y: None", "x, y: Dict[str, int]", "x, y: Box", "x, y: Final[int]"):
    tell(["return y"], head)
