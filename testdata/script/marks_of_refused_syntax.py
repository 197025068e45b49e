# What the compiler says of functions that it refuses, with the stretch of the source that it marks: forms that scripts do not have.
import importlib.util
import os
import tempfile

import torch

# Heads and bodies.
functions = [
    ("f(**x)", "return x"),
    ("f(a, *, x=3)", "return x"),
    ("f(a, *, y, x: int = 3)", "return x"),
    ("f(a)", "(x, y) = a.foo\nreturn x"),
    ("f(a: Tuple[int, int])", "[x, y, z] = a\nreturn x"),
    ("f(a: int)", "for x, y in [a, 2]:\n    pass\nreturn a"),
    ("f(a: int)", "for x in a:\n    pass\nreturn a"),
    ("f(a: int)", "x = [a, [a]]\nreturn x[0] + 1"),
    ("f(a: int)", 'x = {a: "b", "c": "d"}\nreturn x'),
    ("f(a: int)", 'x = {a: "b", 2: 3}\nreturn x[a] + 3'),
    ("f(a: int)", "if a > 1:\n    b = 1\nelif a > 2:\n    c = 1\nelse:\n    b = 2\nreturn b"),
    ("f(a: int)", "if a > 1:\n    b = 1\nelse:\n    return 3\nreturn c"),
    ("f(a: int)", "while a > 1:\n    q = 2\n    a -= 1\nreturn q"),
    ("f(a: int)", "x = a.b.c\nreturn q"),
    ("f(a: int)", "x: str = a\nreturn x"),
    ("f(a: int)", "global g\nreturn a"),
    ("f(a: int)", "try:\n    a = 1\nexcept:\n    pass\nreturn a"),
    ("f(a: int)", "import torch\nreturn a"),
    ("f(a: int)", "return {1, a}"),
    ("f(a: int)", "return a if a else None"),
    ("f(a: int)", "return {x for x in range(3)}"),
    ("f(a: int)", "return (x for x in range(3))"),
    ("f(a: int)", "return 1 < a < 3"),
    ("f(a: int)", "return a in 3"),
    ("f(a: int)", "return max(1, 2, 3, a)"),
    ("f(a: int)", "a.x = 3\nreturn a"),
    ("f(a: int)", "a[0] = 3\nreturn a"),
    ("f(a: int)", "with a:\n    return a"),
    ("f(a: int)", "return isinstance(a, foo)"),
    ("f(a: int)", 'return getattr(a, "b")'),
    ("f(a: int)", 'return f"{a!r}"'),
    ("f(a: int)", 'return f"{a:3d}"'),
    ("f(a: int)", "x = y = a\nreturn x + y"),
    ("f(a: int)", "return [*[1, 2], a]"),
    ("f(a: int)", "return torch.max(*[a])"),
    ("f(a: int)", 'return torch.max(**{"a": a})'),
    ("f(a: int)", "if (b := a) > 1:\n    return b\nreturn 2"),
    ("f(a: int)", "class Q: pass\nreturn 2"),
    ("f(a: int)", 'return a ** "x"'),
    ("f(a: int)", 'return ~"x"'),
    ("f(a: int)", 'return b"x"'),
    ("f(a: int)", "return ..."),
    ("f(a: int)", 'return torch.tensor([1, "a"])'),
    ("f(a)", 'assert False, "no"'),
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
