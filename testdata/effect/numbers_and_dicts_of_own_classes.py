"""Built-in functions and operators in compiled code take objects of classes that derive from numbers and dicts as plain code does."""
import collections

import torch


class Plain(int):
    pass


class Steps(int):
    def __next__(self):
        return 1


class Loops(int):
    def __iter__(self):
        return iter([1])


class Moves(float):
    def __next__(self):
        return 1


FUNCTIONS = {
    "complex": complex, "complex of two": lambda a: complex(1, a), "complex by name": lambda a: complex(real=a), "abs": abs, "float": float, "str": str, "round": round,
    "divmod": lambda a: divmod(a, 2), "pow": lambda a: pow(a, 2), "max": lambda a: max(a, 0), "add": lambda a: a + 1, "bool": bool, "hex": hex, "chr": chr,
    "range": lambda a: list(range(a)), "item": lambda a: [1, 2, 3][a], "format": lambda a: f"{a:03d}", "repeat": lambda a: (1,) * a, "bytes": lambda a: bytes([a]),
}


def around(fn):
    def called(x, a):
        try:
            result = fn(a)
        except Exception as e:
            result = type(e).__name__, str(e)
        return x + 1, result

    return called


for name, fn in FUNCTIONS.items():
    torch._dynamo.reset()
    for cls in (Plain, Steps, Loops, Moves):
        got, expected = torch.compile(around(fn), backend="eager")(torch.ones(1), cls(1)), around(fn)(torch.ones(1), cls(1))
        print(name, cls.__name__, got[1], "" if str(got) == str(expected) else f"but {expected[1]}")


class Counts(collections.defaultdict):
    pass


def merged(x, n):
    counts = Counts(int, {"a": n})
    right = {"k": 1} | counts
    left = counts | {"z": 1}
    return x + 1, right, left, right.default_factory, left["new"], counts.copy()


def merged_between_breaks(x, n):
    out = []
    counts = Counts(int, {"a": n})
    try:
        out.append({"k": 1} | counts)
    except Exception as e:
        out.append(str(e))
    torch._dynamo.graph_break()
    return x + 1, out, counts


print(torch.compile(merged, backend="eager", fullgraph=True)(torch.ones(1), 3))
print(torch.compile(merged_between_breaks, backend="eager")(torch.ones(1), 3))
