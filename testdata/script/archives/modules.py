# Modules whose archives (torch.jit.save) PyTorch and magneto exchange. As a program it writes them into a folder, or says which of a folder give what they say that
# they give: modules.py [write|read FOLDER]. Each archive has its runs, arguments with results, in an extra file.
import base64
import io
import os
import sys
import warnings
import zipfile
import zlib
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import torch
from torch import Tensor, nn

R = torch.randn


class Branches(nn.Module):
    def forward(self, x: Tensor, n: int, flip: bool = False) -> Tensor:
        total = torch.zeros_like(x)
        for i in range(n):
            if i == 3:
                break
            if i % 2 == 1:
                continue
            total += x * i
        while bool(total.sum() > 10.0):
            total = total / 2
        return -total if flip else total


class Containers(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3)])
        self.named = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Sigmoid()})

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        out: Dict[str, Tensor] = {}
        for i, layer in enumerate(self.layers):
            x = layer(x)
            out[str(i)] = x
        for name, layer in self.named.items():
            out[name] = layer(x)
        return out


class Attributes(nn.Module):
    scale: Tensor
    words: List[str]
    table: Dict[str, int]

    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.tensor([1.0, -2.0, 3.0]))
        self.register_buffer("unsaved", torch.ones(3), persistent=False)
        self.weight = nn.Parameter(R(3))
        self.frozen = nn.Parameter(R(3), requires_grad=False)
        self.words = ["a", "bc"]
        self.table = {"k": 4}
        self.pair = (1, 2.5)
        self.eps = 1e-3

    def forward(self, x: Tensor, word: str) -> Tuple[Tensor, int]:
        n = self.pair[0] + len(self.words) + self.table["k"]
        if word in self.words:
            n *= 10
        return x * self.scale * self.weight + self.frozen + self.unsaved * self.pair[1] + self.eps, n


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(1, dtype=torch.long))
        self.calls = 0

    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        self.count += x.size(0)
        return x + self.count + self.calls

    @torch.jit.export
    def reset(self):
        self.calls = 0


class State(NamedTuple):
    h: Tensor
    steps: int


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 4)
        self.out = nn.Linear(4, 6)
        self.embed = nn.Embedding(6, 4)

    def step(self, token: Tensor, state: State) -> Tuple[Tensor, State]:
        h = self.cell(self.embed(token), state.h)
        return self.out(h).argmax(1), State(h, state.steps + 1)

    def forward(self, token: Tensor, most: int = 5) -> Tuple[List[Tensor], State]:
        state = State(torch.zeros(token.size(0), 4), 0)
        found: List[Tensor] = []
        for _ in range(most):
            token, state = self.step(token, state)
            found.append(token)
            if bool((token == 0).all()):
                break
        return found, state


class Choice(nn.Module):
    def forward(self, x: Optional[Tensor], y: Union[int, str, List[int]]) -> Tensor:
        base = torch.ones(2) if x is None else x
        if isinstance(y, int):
            return base * y
        if isinstance(y, str):
            return base + len(y)
        return base - sum(y)


class Shade(Enum):
    DARK = 1
    LIGHT = 2


class Shades(nn.Module):
    def __init__(self):
        super().__init__()
        self.shade = Shade.LIGHT

    def forward(self, x: Tensor) -> Tensor:
        if self.shade == Shade.DARK:
            return x
        return x * self.shade.value


@torch.jit.script
class Sums:
    def __init__(self, start: Tensor):
        self.total = start
        self.count = 0

    def add(self, x: Tensor) -> None:
        self.total = self.total + x
        self.count += 1

    def mean(self) -> Tensor:
        return self.total / self.count


class Classes(nn.Module):
    def forward(self, xs: List[Tensor]) -> Tensor:
        sums = Sums(torch.zeros_like(xs[0]))
        for x in xs:
            sums.add(x)
        return sums.mean()


@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class Double(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x + x


class Interfaces(nn.Module):
    step: Step

    def __init__(self):
        super().__init__()
        self.step = Double()

    def forward(self, x: Tensor) -> Tensor:
        return self.step.forward(x) * 2


def helper(x: Tensor, p: float = 0.5) -> Tensor:
    return torch.where(x > 0, x, x * p)


class Calls(nn.Module):
    def __init__(self):
        super().__init__()
        self.traced = torch.jit.trace(lambda x: (x @ x).sin(), R(3, 3))

    def forward(self, x: Tensor) -> Tensor:
        return helper(self.traced(x)) + helper(x, p=0.1)


class Forks(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        a = torch.jit.fork(helper, x)
        b = torch.jit.fork(helper, x, 2.0)
        return torch.jit.wait(a) + torch.jit.wait(b)


class Texts(nn.Module):
    def forward(self, words: List[str], n: int) -> Dict[str, str]:
        out: Dict[str, str] = {}
        for i, w in enumerate(words):
            out[w.upper()] = "{}:{}:{}".format(i, w[::-1], w.replace("a", "\"\n'"))
        out["f"] = f"{n}-{n > 2}"
        out["%"] = "%d %s" % (n, "x")
        return out


class Slices(nn.Module):
    def forward(self, x: Tensor, i: int) -> List[Tensor]:
        x = x.clone()
        x[0, 1:] = 7
        x[..., i] += 1
        return [x[i], x[:, None, ::2], x[x > 0], x[[1, 0]], x[-1:, ...]]


class Overridden(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.LSTM(3, 4, num_layers=2, batch_first=True, bidirectional=True)

    def forward(self, x: Tensor) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        return self.inner(x)


class Constants(nn.Module):
    offset: torch.jit.Final[float]

    def __init__(self):
        super().__init__()
        self.offset = float("inf")
        self.dtype = torch.float64
        self.sizes = torch.jit.Attribute([2, 3], List[int])

    def forward(self, x: Tensor) -> Tuple[Tensor, complex]:
        z = torch.zeros(self.sizes, dtype=torch.float64, device="cpu")
        return torch.clamp(x.to(torch.float64), max=self.offset) + z + torch.tensor([1, 2, 3]), 1 + 2j


class Anything(nn.Module):
    def forward(self, x: Any, default: Optional[List[int]] = None) -> int:
        if isinstance(x, Tensor):
            return x.dim()
        if isinstance(x, Tuple[int, str]):
            return x[0] + len(x[1])
        return 0 if default is None else sum([d * 2 for d in default])


class Normed(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(16, 2))


script, trace = torch.jit.script, torch.jit.trace
# A module, and the arguments of its runs.
modules = {
    "branches": lambda: (script(Branches()), [(R(2, 3), 5), (R(2), 1, True)]),
    "containers": lambda: (script(Containers()), [(R(2, 3),)]),
    "attributes": lambda: (script(Attributes()), [(R(2, 3), "a"), (R(3), "z")]),
    "counter": lambda: (script(Counter()), [(R(3),), (R(2),)]),
    "decoder": lambda: (script(Decoder()), [(torch.tensor([1, 2]),), (torch.tensor([3]), 2)]),
    "choice": lambda: (script(Choice()), [(None, 3), (R(2), "ab"), (R(2), [1, 2])]),
    "shades": lambda: (script(Shades()), [(R(2),)]),
    "classes": lambda: (script(Classes()), [([R(2), R(2)],)]),
    "interfaces": lambda: (script(Interfaces()), [(R(2),)]),
    "calls": lambda: (script(Calls()), [(R(3, 3),)]),
    "forks": lambda: (script(Forks()), [(R(4),)]),
    "texts": lambda: (script(Texts()), [(["abc", "b"], 3)]),
    "slices": lambda: (script(Slices()), [(R(3, 4), 1)]),
    "recurrent": lambda: (script(Overridden()), [(R(2, 3, 3),)]),
    "constants": lambda: (script(Constants()), [(R(2, 3),)]),
    "anything": lambda: (script(Anything()), [(R(2, 3),), ((2, "abc"),), (1.5, [3])]),
    "normed": lambda: (script(Normed()), [(R(2, 2, 6, 6),)]),
    "normed_frozen": lambda: (torch.jit.freeze(script(Normed().eval())), [(R(2, 2, 6, 6),)]),
    "attention": lambda: (script(nn.MultiheadAttention(4, 2)), [(R(3, 1, 4), R(3, 1, 4), R(3, 1, 4))]),
    "transformer": lambda: (script(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0)), [(R(3, 2, 4),)]),
    "attention_fast": lambda: (script(nn.MultiheadAttention(4, 2, batch_first=True).eval().requires_grad_(False)), [(R(1, 3, 4),) * 3]),
    "transformer_fast": lambda: (script(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval().requires_grad_(False)), [(R(2, 3, 4),)]),
    "function": lambda: (script(helper), [(R(3), 0.5), (R(3), 0.25)]),
    "traced_normed": lambda: (trace(Normed().eval(), R(1, 2, 6, 6)), [(R(2, 2, 6, 6),)]),
    "traced_function": lambda: (trace(lambda x, y: (x.matmul(y), {"s": x.sum(), "m": y.mean()}), (R(2, 3), R(3, 2)), strict=False), [(R(2, 3), R(3, 2))]),
    "traced_sizes": lambda: (trace(lambda x: x.view(x.shape[0], -1)[:, : x.shape[1] // 2].expand(2, x.shape[0], -1), R(2, 4, 3)), [(R(3, 4, 3),), (R(2, 6, 3),)]),
    "traced_recurrent": lambda: (trace(nn.LSTM(3, 4), R(5, 2, 3)), [(R(5, 2, 3),)]),
    "traced_transformer": lambda: (trace(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True), R(2, 3, 4), check_trace=False), [(R(2, 3, 4),)]),
    "traced_embedding": lambda: (trace(nn.Sequential(nn.Embedding(9, 4, padding_idx=0), nn.LayerNorm(4), nn.GELU()), torch.tensor([[1, 2]])), [(torch.tensor([[0, 5, 8]]),)]),
    "traced_choice": lambda: (trace(lambda x: torch.topk(x, 2, dim=1)[0].softmax(1).cumsum(1), R(3, 5)), [(R(3, 5),)]),
}


def agree(a, b):
    if isinstance(b, Tensor):
        return isinstance(a, Tensor) and a.dtype == b.dtype and a.shape == b.shape and torch.allclose(a, b, equal_nan=True, rtol=1e-5, atol=1e-5)
    if isinstance(b, dict):
        return list(a) == list(b) and all(agree(a[k], b[k]) for k in b)
    if isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(agree(p, q) for p, q in zip(a, b))
    return type(a) is type(b) and a == b


def plain(x):
    """A result without classes of its own."""
    if isinstance(x, tuple):
        return tuple(plain(y) for y in x)
    return [plain(y) for y in x] if isinstance(x, list) else x.detach() if isinstance(x, Tensor) else x


def written(name):
    """The archive of a module, with its runs."""
    torch.manual_seed(0)
    module, calls = modules[name]()
    runs, out = io.BytesIO(), io.BytesIO()
    saved = io.BytesIO()
    torch.jit.save(module, saved)  # as it is before its runs, which may change it
    saved.seek(0)
    torch.save([(args, plain(module(*args))) for args in calls], runs)
    torch.jit.save(torch.jit.load(saved), out, _extra_files={"runs": base64.b64encode(zlib.compress(runs.getvalue())).decode()})
    return out.getvalue()


def runs_right(file):
    """Whether an archive gives what it says that it gives, twice: as it is, and saved and loaded once more."""
    extra = {"runs": ""}
    module = torch.jit.load(file, _extra_files=extra)
    runs = torch.load(io.BytesIO(zlib.decompress(base64.b64decode(extra["runs"]))))
    again = io.BytesIO()
    torch.jit.save(module, again)
    again.seek(0)
    return all(agree(plain(m(*args)), want) for m in (module, torch.jit.load(again)) for args, want in runs)


def deflated(data):
    """The same archive in less room, without what errors need."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if not info.filename.endswith(".debug_pkl"):
                new.writestr(info.filename, old.read(info))
    return out.getvalue()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    command, folder = sys.argv[1:] or ("read", os.path.dirname(os.path.abspath(__file__)))
    for name in modules:
        path = os.path.join(folder, name + ".pt")
        try:
            if command == "write":
                data = deflated(written(name))
                with open(path, "wb") as f:
                    f.write(data)
            else:
                print(name, runs_right(path))
        except Exception as e:
            print(name, "fails:", type(e).__name__, str(e)[:300].replace("\n", " "))
