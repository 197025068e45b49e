# The programs behind the archives of exported programs (.pt2) in this folder, and what writes and reads them.
#
#   write FOLDER   exports each program, plain and decomposed, and saves it with the results of some runs
#   read FOLDER    loads the archives of a folder, runs them and compares; without arguments, those of this folder
#
# Run by PyTorch, write makes the archives of testdata/export/archives; read says whether those that magneto has written load there.
import base64
import io
import os
import sys
import warnings
import zipfile
import zlib

import torch
import torch.nn.functional as F
from torch import nn
from torch.export import Dim, export, load, save

R = torch.randn


class Mixed(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)
        self.register_buffer("count", torch.ones(2))
        self.register_buffer("hidden", torch.ones(2), persistent=False)
        self.factor = torch.tensor([1.0, 2.0])

    def forward(self, x, y=None, *, flag=True):
        self.count.add_(1)
        h = torch.cat([self.linear(x), x[:, :2]], 0) * self.factor + self.hidden
        a, b = h.split([x.shape[0], x.shape[0]])
        m = torch.ops.aten.max.dim(h, 0)
        return {"a": (a.to(torch.float64), m[0]), "b": [b + x.shape[0], torch.zeros(x.size(0), dtype=torch.int64), h.mean(dtype=torch.float), x.shape[0], None, 3]}


class Function(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


class Picture(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.pool = nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.MaxPool2d(2)

    def forward(self, x):
        return F.softmax(self.pool(F.relu(self.norm(self.conv(x)))).flatten(1), dim=-1)


class Arguments(nn.Module):
    def forward(self, a, b, c):
        return a["x"] + b[0] * b[1] - c, torch.where(c > 0, c, -c)


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.norm, self.gelu = nn.Embedding(10, 4), nn.LayerNorm(4), nn.GELU()

    def forward(self, i):
        return self.norm(self.gelu(self.table(i))).sum(1), torch.arange(i.shape[1]), i.to(torch.bool).any(), i.float().topk(2)[1]


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x):
        return self.attention(x, x, x, need_weights=False)[0]


class Changes(nn.Module):
    def forward(self, x):
        x = x.clone()
        x[0] = 5
        x.mul_(2)
        return x, float("inf") * x, torch.full((2,), float("-inf")), x.clamp(min=0.5).std(dim=0, correction=0)


def types(x):
    return x.half(), x.bfloat16().float(), x.to(torch.complex64), torch.stack([x, x]), x.unbind(0)[0], torch.einsum("ij,kj->ik", x, x)


def orders(x):
    values, places = x.sort(dim=1, descending=True)
    return values, places, x.argmax(1), x.cumsum(0), x.flip(0), x.roll(1, 1)


def picks(x):
    return x[x > 0].sum(), x.gather(1, torch.zeros(x.shape[0], 1, dtype=torch.int64)), x.masked_fill(x < 0, 0.5), x.index_select(1, torch.tensor([1, 0])), torch.tril(x)


def shapes(x):
    return x.view(x.shape[0] * 2, -1), x.size(0) + 1, x.new_full((x.shape[0],), 2.5), x.unsqueeze(0).expand(2, -1, -1), x.permute(1, 0).contiguous(), x.repeat(2, 1)


def reductions(x):
    return x.sum(), x.mean(1, keepdim=True), x.amax((0, 1)), x.var(1), torch.linalg.vector_norm(x), x.logsumexp(0), (x > 0).all(), x.prod(1)


def losses(x):
    return F.mse_loss(x, x * 0.5), F.cross_entropy(x, torch.zeros(x.shape[0], dtype=torch.int64)), F.smooth_l1_loss(x, -x), F.binary_cross_entropy_with_logits(x, x.sigmoid())


def curves(x):
    return F.silu(x), F.elu(x), F.leaky_relu(x, 0.2), F.hardtanh(x), F.softplus(x), F.glu(x, 1), F.log_softmax(x, 1), torch.erf(x), x.tanh().exp()


# By name: the module, its arguments, keyword arguments, dynamic shapes, and further arguments to run it with.
programs = {
    "mixed": lambda: (Mixed(), (R(4, 3),), {"flag": True}, {"x": {0: Dim("n", min=2, max=32)}, "flag": None}, [((R(5, 3),), {"flag": True})]),
    "picture": lambda: (Picture().eval(), (R(2, 1, 4, 4),), {}, {"x": {0: Dim("b")}}, [((R(3, 1, 4, 4),), {})]),
    "training": lambda: (Picture(), (R(2, 1, 4, 4),), {}, None, []),
    "shapes": lambda: (Function(shapes), (R(4, 6),), {}, {"x": {0: Dim("b", max=64)}}, [((R(8, 6),), {})]),
    "arguments": lambda: (Arguments(), ({"x": R(2)}, [R(2), R(2)], R(2)), {}, None, []),
    "words": lambda: (Words(), (torch.randint(0, 10, (2, 3)),), {}, {"i": {0: Dim("b")}}, [((torch.randint(0, 10, (5, 3)),), {})]),
    "attention": lambda: (Attention().eval(), (R(2, 3, 8),), {}, {"x": {0: Dim("b"), 1: Dim("t")}}, [((R(4, 5, 8),), {})]),
    "changes": lambda: (Changes(), (R(2, 3),), {}, None, []),
    "types": lambda: (Function(types), (R(2, 3),), {}, None, []),
    "cell": lambda: (nn.GRUCell(3, 4), (R(2, 3),), {}, None, []),
    "orders": lambda: (Function(orders), (R(3, 4),), {}, None, [((R(3, 4),), {})]),
    "reductions": lambda: (Function(reductions), (R(3, 4),), {}, {"x": {0: Dim("b", min=2)}}, [((R(5, 4),), {})]),
    "losses": lambda: (Function(losses), (R(3, 4),), {}, None, []),
    "curves": lambda: (Function(curves), (R(3, 4),), {}, {"x": {0: Dim("b")}}, [((R(6, 4),), {})]),
    "transposed": lambda: (nn.Sequential(nn.ConvTranspose2d(2, 1, 3, stride=2), nn.GroupNorm(1, 1), nn.Hardswish()), (R(1, 2, 3, 3),), {}, None, []),
    "pooling": lambda: (nn.Sequential(nn.AvgPool2d(2), nn.AdaptiveAvgPool2d(2), nn.Flatten()), (R(2, 1, 8, 8),), {}, None, []),
    "volume": lambda: (nn.Sequential(nn.Conv1d(2, 3, 3, padding=1, bias=False), nn.InstanceNorm1d(3), nn.PReLU()), (R(2, 2, 5),), {}, None, []),
    "layers": lambda: (nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.ReLU6(), nn.Linear(8, 2), nn.Softmax(-1)).eval(), (R(2, 4),), {}, {"input": {0: Dim("b")}}, [((R(7, 4),), {})]),
    "bilinear": lambda: (nn.Bilinear(3, 4, 2), (R(2, 3), R(2, 4)), {}, None, []),
    "similarity": lambda: (nn.CosineSimilarity(1), (R(2, 3), R(2, 3)), {}, None, []),
}


def flat(x):
    if isinstance(x, dict):
        return [t for v in x.values() for t in flat(v)]
    if isinstance(x, (list, tuple)):
        return [t for v in x for t in flat(v)]
    return [x]


def agree(a, b):
    if not isinstance(a, torch.Tensor):
        return a == b
    return a.dtype == b.dtype and a.shape == b.shape and torch.allclose(a, b, equal_nan=True, rtol=1e-3 if a.dtype in (torch.half, torch.bfloat16) else 1e-5, atol=1e-5)


def deflated(data):
    """The same archive in less room."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, old.read(info))
    return out.getvalue()


def written(name, decomposed):
    """The archive of a program, with the results of its runs in a file beside it."""
    torch.manual_seed(0)
    module, args, kwargs, dynamic, more = programs[name]()
    ep = export(module, args, kwargs, dynamic_shapes=dynamic)
    if decomposed:
        ep = ep.run_decompositions()
    runs = io.BytesIO()
    torch.save([(a, k, ep.module()(*a, **k)) for a, k in [(args, kwargs)] + more], runs)
    out = io.BytesIO()
    # the buffers that the runs have changed are saved as they are now, so the archive is written from the module as it was
    torch.manual_seed(0)
    module, args, kwargs, dynamic, more = programs[name]()
    ep = export(module, args, kwargs, dynamic_shapes=dynamic)
    save(ep.run_decompositions() if decomposed else ep, out, extra_files={"runs": base64.b64encode(zlib.compress(runs.getvalue())).decode()})
    return out.getvalue()


def runs_right(file):
    """Whether an archive gives what it says that it gives."""
    extra = {"runs": ""}
    ep = load(file, extra_files=extra)
    runs = torch.load(io.BytesIO(zlib.decompress(base64.b64decode(extra["runs"]))))
    run = ep.module()
    results = [(flat(run(*a, **k)), flat(want)) for a, k, want in runs]
    return all(len(got) == len(want) and all(agree(p, q) for p, q in zip(got, want)) for got, want in results)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    command, folder = sys.argv[1:] or ("read", os.path.dirname(os.path.abspath(__file__)))
    for name in programs:
        for decomposed in (False, True):
            path = os.path.join(folder, name + ("_decomposed" if decomposed else "") + ".pt2")
            try:
                if command == "write":
                    data = deflated(written(name, decomposed))
                    with open(path, "wb") as f:
                        f.write(data)
                else:
                    print(os.path.basename(path), runs_right(path))
            except Exception as e:
                print(os.path.basename(path), type(e).__name__, str(e)[:300].replace("\n", " "))
