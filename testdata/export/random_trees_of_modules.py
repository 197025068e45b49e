# Random trees of modules that hand each other tensors by position, keyword and in containers: exports, decomposed, saved and unflattened, give what plain runs give.
import io
import random
import warnings

import torch
from torch import nn
from torch.export import Dim, export, unflatten

warnings.simplefilter("ignore")


class Part(nn.Module):
    """A module that does random steps with what it is handed."""

    def __init__(self, r, depth):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor(r.choice([0.5, 1.5, -2.0])))
        self.register_buffer("offset", torch.tensor(float(r.randrange(3))))
        self.gives = r.choice(["one", "one", "two", "list", "dict"])
        self.steps = [r.choice(["scale", "shift", "extra", "listed", "named", "child", "child", "size", "reuse"]) for _ in range(r.randrange(1, 5))]
        self.children_ = nn.ModuleList([Part(r, depth - 1) for _ in range(r.randrange(1, 3))] if depth else [])
        self.ways = [r.choice(["plain", "keyword", "none", "list", "dict", "both"]) for _ in self.steps]

    def forward(self, x, extra=None, listed=None, *, named=None):
        y = x
        seen = [x]
        for i, (step, way) in enumerate(zip(self.steps, self.ways)):
            if step == "scale":
                y = y * self.weight
            elif step == "shift":
                y = y + self.offset
            elif step == "extra" and extra is not None:
                y = y + extra
            elif step == "listed" and listed:
                y = y - listed[-1]
            elif step == "named" and named:
                y = y + named["a"] * 2
            elif step == "size":
                y = y * y.shape[0]
            elif step == "reuse":
                y = y + seen[0].sin()
            elif step == "child" and len(self.children_):
                child = self.children_[i % len(self.children_)]
                y = read(called(child, way, y, seen), child, y)
            seen.append(y)
        return {"one": y, "two": (y, x), "list": [y, y + 1], "dict": {"out": y, "in": x}}[self.gives]


def called(child, way, y, seen):
    if way == "keyword":
        return child(x=y, extra=seen[0])
    if way == "none":
        return child(y, None, named=None)
    if way == "list":
        return child(y, listed=[seen[0], y])
    if way == "dict":
        return child(y, named={"a": seen[-1], "b": y})
    if way == "both":
        return child(y, y.sin(), [seen[-1]], named={"a": seen[0]})
    return child(y)


def read(out, child, y):
    if isinstance(out, (tuple, list)):
        out = out[0] + out[1]
    elif isinstance(out, dict):
        out = out["out"] - out["in"]
    return out


class Top(nn.Module):
    def __init__(self, r):
        super().__init__()
        self.first, self.second = Part(r, 2), Part(r, 1)
        self.ways = [r.choice(["plain", "keyword", "none", "list", "dict", "both"]) for _ in range(2)]

    def forward(self, x):
        y = read(called(self.first, self.ways[0], x, [x]), self.first, x)
        z = read(called(self.second, self.ways[1], y, [x, y]), self.second, y)
        return z, y


def main(seeds):
    agree = 0
    for seed in seeds:
        r = random.Random(seed)
        module = Top(r).eval()
        paths = [path for path, m in module.named_modules() if isinstance(m, Part)]
        kept = tuple(path for path in paths if r.random() < 0.4)
        example = (torch.linspace(-1, 1, 6).view(2, 3),)
        strict, shapes = r.random() < 0.3, ({0: Dim.DYNAMIC},) if r.random() < 0.5 else None
        try:
            ep = export(module, example, strict=strict, dynamic_shapes=shapes, preserve_module_call_signature=kept)
            buffer = io.BytesIO()
            torch.export.save(ep, buffer)
            buffer.seek(0)
            loaded = torch.export.load(buffer)
            forms = {"module": ep.module(), "core": ep.run_decompositions().module(), "loaded": loaded.module(), "unflattened": unflatten(ep), "loaded and unflattened": unflatten(loaded), "again": export(ep.module(), example, dynamic_shapes=shapes).module()}
        except NotImplementedError as e:
            print(seed, e)
            continue
        for rows in (2, 4, 5) if shapes else (2,):
            x = torch.linspace(0, 2, rows * 3).view(rows, 3)
            want = module(x)
            for name, form in forms.items():
                got = form(x)
                if all(a.shape == b.shape and torch.allclose(a, b, rtol=1e-4, atol=1e-4, equal_nan=True) for a, b in zip(got, want)):
                    agree += 1
                else:
                    print("differs", seed, name, rows)
    print(agree, "agree")


main(range(30))
