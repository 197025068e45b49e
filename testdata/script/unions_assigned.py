# Variables of union types that branches and loops assign values of different types, as graphs and at random against plain runs.
import importlib.util
import os
import random
import re
import tempfile
import warnings
from typing import List, Optional, Union

import torch

warnings.simplefilter("ignore")


def narrowed(x: Union[int, str, None]) -> Union[int, str]:
    y: Union[int, str] = 1
    if isinstance(x, int):
        y = x
    elif isinstance(x, str):
        y = x + "a"
    return y


def both_sides(x: bool):
    y: Union[int, str] = 1
    if x:
        y = 2
    else:
        y = "a"
    return y


def declared_inside(c: bool):
    if c:
        x: Union[int, str] = 1
    else:
        x = "a"
    return x


def declared_twice(c: bool):
    if c:
        x: Union[int, str] = 1
    else:
        x: Union[int, str] = "a"
    return x


def in_a_loop(c: int):
    x: Union[int, str] = 1
    for i in range(c):
        if i == 2:
            x = "a"
        else:
            x = i
    return x


def optional(c: int):
    x: Optional[int] = None
    if c > 1:
        if c > 2:
            x = c
    elif c < 0:
        x = -c
    return x


for f, inputs in ((narrowed, (3, "a", None)), (both_sides, (True, False)), (declared_inside, (True, False)), (declared_twice, (True, False)), (in_a_loop, (0, 1, 3, 5)), (optional, (-2, 0, 2, 3))):
    s = torch.jit.script(f)
    print(re.sub(r" # .*", "", str(s.graph)), [s(x) for x in inputs], [f(x) for x in inputs])

VALUES = {"int": ["{n}", "m", "m + {n}"], "str": ["'{n}'", "'m' + str(m)"], "float": ["{n}.5"]}


def block(r, kinds, names, indent, depth):
    pad = "    " * indent
    lines = []
    for _ in range(r.randrange(1, 4)):
        choice = r.randrange(5)
        if choice < 2 or depth > 2:
            lines.append(pad + f"{r.choice(names)} = " + r.choice(VALUES[r.choice(kinds)]).format(n=r.randrange(9)))
        elif choice == 2:
            lines.append(pad + f"if m % {r.randrange(2, 4)} == {r.randrange(2)}:")
            lines += block(r, kinds, names, indent + 1, depth + 1)
            if r.random() < 0.6:
                lines += [pad + "else:", *block(r, kinds, names, indent + 1, depth + 1)]
        elif choice == 3:
            lines.append(pad + f"for i{depth} in range({r.randrange(4)}):")
            lines += [*block(r, kinds, names, indent + 1, depth + 1), pad + "    m = m + 1"]
        else:
            name, kind = r.choice(names), r.choice(kinds)
            lines.append(pad + f"if isinstance({name}, {kind}):")
            others = [n for n in names if n != name]
            lines += block(r, kinds, others, indent + 1, depth + 1) if others else [pad + "    m = m + 3"]
    return lines


def function(r, k):
    kinds = r.sample(sorted(VALUES), r.randrange(2, 4))
    union = f"Union[{', '.join(kinds)}]"
    lines = [f"def f{k}(m: int) -> List[str]:"]
    lines += [f"    {name}: {union} = {r.choice(VALUES[r.choice(kinds)]).format(n=1)}" for name in "ab"]
    lines += block(r, kinds, ["a", "b"], 1, 0)
    lines.append("    out: List[str] = []")
    for name in "ab":
        for kind in kinds:
            lines += [f"    if isinstance({name}, {kind}):", f"        out.append(str({name}))"]
    return "\n".join(lines + ["    return out"])


r, count = random.Random(7), 120
path = os.path.join(tempfile.mkdtemp(), "functions.py")
with open(path, "w") as out:
    out.write("from typing import List, Union\n\n" + "\n\n".join(function(r, k) for k in range(count)))
spec = importlib.util.spec_from_file_location("functions", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
wrong = 0
for k in range(count):
    f = getattr(module, f"f{k}")
    try:
        s = torch.jit.script(f)
    except RuntimeError:
        continue
    for m in range(5):
        if s(m) != f(m):
            wrong += 1
            print("differs:", k, m, s(m), f(m))
print("wrong", wrong)
