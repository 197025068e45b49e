# Random functions of ints, floats and lists, scripted and run as they are: the results must be the same.
import random
import tempfile
import os
import importlib.util
import torch

rng = random.Random(20)


def expr(names, depth=0):
    kind = rng.randrange(6 if depth < 3 else 2)
    if kind == 0:
        return str(rng.randrange(-4, 9))
    if kind == 1:
        return rng.choice(names)
    if kind == 2:
        return f"({expr(names, depth + 1)} {rng.choice('+-*')} {expr(names, depth + 1)})"
    if kind == 3:
        return f"({expr(names, depth + 1)} % {rng.randrange(2, 7)})"
    if kind == 4:
        return f"({expr(names, depth + 1)} if {cond(names, depth + 1)} else {expr(names, depth + 1)})"
    return f"({expr(names, depth + 1)} // {rng.randrange(2, 7)})"


def cond(names, depth=0):
    op = rng.choice(["<", "<=", "==", "!=", ">", ">="])
    c = f"{expr(names, 2)} {op} {expr(names, 2)}"
    if depth < 2 and rng.random() < 0.3:
        c = f"({c}) {rng.choice(['and', 'or'])} not ({cond(names, depth + 1)})"
    return c


def block(names, indent, depth, loop):
    pad = "    " * indent
    lines = []
    for _ in range(rng.randrange(1, 4)):
        kind = rng.randrange(8)
        target = rng.choice(["a", "b", "c"])
        if kind < 3 or depth > 2:
            lines.append(f"{pad}{target} = {expr(names)} % 1000")
        elif kind == 3:
            lines.append(f"{pad}{target} += {rng.choice(names)} % 7")
        elif kind == 4:
            lines.append(f"{pad}if {cond(names)}:")
            lines += block(names, indent + 1, depth + 1, loop)
            if rng.random() < 0.6:
                lines.append(f"{pad}else:")
                lines += block(names, indent + 1, depth + 1, loop)
        elif kind == 5:
            v = f"i{depth}"
            lines.append(f"{pad}for {v} in range({rng.randrange(0, 5)}, {rng.randrange(3, 9)}):")
            lines += block(names + [v], indent + 1, depth + 1, True)
        elif kind == 6:
            lines.append(f"{pad}xs.append({expr(names)} % 100)")
        elif loop:
            lines.append(f"{pad}if {cond(names)}:")
            lines.append(f"{pad}    {rng.choice(['break', 'continue', 'return a, b, c, xs'])}")
        else:
            lines.append(f"{pad}if {cond(names)}:")
            lines.append(f"{pad}    return a, b, c, xs")
    return lines


source = ["from typing import List, Tuple"]
for k in range(60):
    source += [f"def f{k}(n: int, m: int) -> Tuple[int, int, int, List[int]]:", "    a = n", "    b = m", "    c = 1", "    xs: List[int] = []"]
    source += block(["n", "m", "a", "b", "c"], 1, 0, False)
    source += ["    return a, b, c, xs"]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "generated.py")
    with open(path, "w") as f:
        f.write("\n".join(source) + "\n")
    spec = importlib.util.spec_from_file_location("generated", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wrong = 0
    for k in range(60):
        plain = getattr(module, f"f{k}")
        scripted = torch.jit.script(plain)
        for n, m in ((0, 0), (3, 5), (-2, 7), (11, -4)):
            if plain(n, m) != scripted(n, m):
                wrong += 1
                print("differs:", k, n, m, plain(n, m), scripted(n, m))
print("functions: 60, wrong:", wrong)
