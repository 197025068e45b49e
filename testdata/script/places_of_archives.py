# An archive says where the parts of its text come from: graphs and errors of what is loaded name the lines of the script, and its version is the oldest with its operators.
import io
import re
import zipfile
from typing import List

import torch


class Part(torch.nn.Module):
    def forward(self, x, at: List[int]):
        y = x / x.sum()
        if at[0] > 0:
            y = y * at[1]
        return y + 1


class Whole(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def forward(self, x, at: List[int]):
        f = torch.jit.fork(self.part, x, at)
        for i in range(2):
            x = torch.cat([x, x, torch.ones_like(x) * 0.25], 0)
        return f.wait() + x.mean()


def saved(m):
    buffer = io.BytesIO()
    torch.jit.save(m, buffer)
    return buffer


def shown(text):
    text = re.sub(r"___torch_mangle_\d+\.", "", re.sub(r"/\S*/(\w+\.py)", r"\1", str(text)))
    print(re.sub(r"%\d+", "%N", re.sub(r" # :0:0", "", text)))


loaded = torch.jit.load(io.BytesIO(saved(torch.jit.script(Whole())).getvalue()))
shown(loaded.graph)
shown(loaded.part.graph)
again = torch.jit.load(io.BytesIO(saved(loaded).getvalue()))
shown(again.part.graph)
try:
    loaded.part(torch.ones(2), [1])
except RuntimeError as e:
    lines = str(e).splitlines()
    shown("\n".join(lines[lines.index("Traceback of TorchScript, original code (most recent call last):"):]))


def halved(x):
    return x / 2


def filled(x):
    return torch.full([2], 1) + x


def smooth(x):
    return torch.nn.functional.gelu(x)


def whole(x: int):
    return x / 2


for f in (halved, filled, smooth, whole):
    with zipfile.ZipFile(saved(torch.jit.script(f))) as z:
        names = [n.split("/", 1)[1] for n in z.namelist()]
        print(f.__name__, sorted(names), [z.read(n) for n in z.namelist() if n.endswith("/version")])
