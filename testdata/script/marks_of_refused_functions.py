# What the compiler says of functions that it refuses, with the stretch of the source that it marks: types, names, branches.
import importlib.util
import os
import tempfile

import torch

# Heads and bodies.
functions = [
    ("f(x)", "return torch.ones(x)"),
    ("f(x)", "y = x + 1\nreturn torch.ones(y, dtype=x)"),
    ("f(a, x: int)", "return torch.floor_divide(x, a.size())"),
    ("f(x: int, y: Optional[int])", "return torch.append(x, y)"),
    ("f(x: List[int], y: str)", "return x.append(y)"),
    ("f(x: List[int], y: str)", "x.extend(y)\nreturn x"),
    ("f(x: Dict[str,int], y: int)", "return x.get(y)"),
    ("f(x: Dict[str,int], y)", "x[y]=3\nreturn x"),
    ("f(x)", "if x.sum() > 0:\n    y = 1\nreturn y"),
    ("f(x)", 'if x.sum() > 0:\n    y = 1\nelse:\n    y = "a"\nreturn y'),
    ("f(x)", "for i in range(3):\n    y = i\nreturn y"),
    ("f(x)", "if x.sum() > 0:\n    z = 1\nelse:\n    y = 1\nreturn y"),
    ("f(x)", 'y = 1\ny = "b"\nreturn y'),
    ("f(x)", 'y = 1\nif x.sum() > 0:\n    y = "b"\nreturn y'),
    ("f(x)", 'for i in range(3):\n    x = "a"\nreturn x'),
    ("f(x: int)", "return x.foo"),
    ("f(x: int)", "a, b = x\nreturn a"),
    ("f(x: Tuple[int, int])", "a, b, c = x\nreturn a"),
    ("f(x: List[int])", "a, b = x\nreturn a"),
    ("f(x)", "return print"),
    ("f(x) -> int", "if x.sum() > 0:\n    return 1"),
    ("f(x) -> int", "return x"),
    ("f(x)", 'return x["a"]'),
    ("f(x: Optional[int])", "return x + 1"),
    ("f(x: int) -> str", 'return x if x > 1 else "a"'),
    ('f(x: "Foo")', "return x"),
    ("f(x: int)", "raise 1"),
    ("f(x: int)", "return lambda y: y"),
    ("f(x: int)", "del x\nreturn x"),
    ("f(*x)", "return x"),
    ("f(x: int)", "return x is not 1"),
    ("f(x: str)", "return x.foo()"),
    ("f(x: int)", 'return {1: 2, "a": 3}'),
    ("f(x: int)", "assert x, 1\nreturn x"),
    ("f(x: int)", "while x:\n    x = x - 1\nreturn x"),
    ("f(x)", "return x and 1"),
    ("f(x)", "return len(3)"),
    ("f(x)", "yield x"),
    ("f(x)", "return x @ 1"),
    ("f(x: int)", "return x[1]"),
    ("f(x: int)", "return x[1:2]"),
    ("f(x: int)", "return x[1, 2]"),
    ("f(x: int, y: int)", "return x[ y ] + 1"),
    ("f(x: List[int])", "return x[torch.ones(1).foo]"),
]

with tempfile.TemporaryDirectory() as folder:
    for i, (head, body) in enumerate(functions):
        path = os.path.join(folder, f"f{i}.py")
        with open(path, "w") as f:
            f.write(f"import torch\nfrom typing import *\ndef {head}:\n    " + body.replace("\n", "\n    ") + "\n")
        spec = importlib.util.spec_from_file_location(f"f{i}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        try:
            torch.jit.script(module.f)
            print(i, "compiles")
        except Exception as e:
            print(i, type(e).__name__, str(e).replace(folder + "/", ""))
