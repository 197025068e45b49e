# Sizes that a traced function reads are values of its graph, so that the trace holds for tensors of other sizes.
import re
import warnings

import torch


def show(name, f, x, others=()):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        traced = torch.jit.trace(f, x, check_trace=False)
    print("=== " + name)
    print(re.sub(r" # \S+:\d+:\d+$", "", str(traced.graph), flags=re.M))
    print(traced.code)
    for w in seen:
        if issubclass(w.category, torch.jit.TracerWarning):
            print(str(w.message).split(".")[0])
    for y in others:
        print(bool(torch.equal(traced(y), f(y))))


x = torch.arange(24.0).view(2, 3, 4)
y = torch.arange(60.0).view(5, 4, 3)
z = torch.arange(48.0).view(4, 2, 6)
both = (y, z)


def joined(x):
    batch, rows, columns = x.shape
    return x.permute(0, 2, 1).reshape(batch, columns * rows)


show("size", lambda x: x.view(x.size(0), -1), x, both)
show("size by keyword", lambda x: x.view(x.size(dim=1), -1), x, both)
show("shape", lambda x: x.reshape(x.shape[0] * x.shape[1], x.shape[-1]), x, both)
show("unpacked", joined, x, both)
show("numel", lambda x: x.view(x.numel()), x, both)
show("len", lambda x: torch.zeros(len(x)), x)
show("zeros", lambda x: torch.zeros(x.shape[0], 3), x, both)
show("zeros of a shape", lambda x: torch.zeros(x.shape), x, both)
show("arange", lambda x: torch.arange(x.shape[0]), x, both)
show("arange with a step", lambda x: torch.arange(0, x.shape[0], 2), x, both)
show("full", lambda x: torch.full((x.size(0), 2), x.size(1)), x, both)
show("full of a value", lambda x: torch.full((2,), x.sum()), x, both)
show("arithmetic", lambda x: x * x.size(0) + x.size(1) // 2, x, both)
show("power", lambda x: x / x.size(0) ** 0.5, x, both)
show("slice", lambda x: x[: x.size(0) // 2], x, both)
show("negative slice", lambda x: x[-(x.size(0) - 1):], x, both)
show("select", lambda x: x[x.size(0) - 1], x, both)
show("expand", lambda x: x[:1].expand(x.size(0), -1, -1), x, both)
show("part of a shape", lambda x: x.view(x.shape[:-1] + (-1, 1)), x, both)
show("Size", lambda x: x.view(torch.Size([x.size(0), -1])), x, both)
show("new_zeros", lambda x: x.new_zeros(x.size(0), 5), x, both)
show("narrow", lambda x: x.narrow(0, 1, x.size(0) - 1), x, both)
show("repeat", lambda x: x.repeat(x.size(0), 1, 1), x, both)
show("layer_norm", lambda x: torch.nn.functional.layer_norm(x, x.shape[2:]), x, both)
show("condition", lambda x: x + 1 if x.size(0) > 1 else x, x)
show("int", lambda x: x.view(int(x.size(0)), -1), x)
show("a loop over a size", lambda x: sum(x[i] for i in range(x.size(0))), x)
show("the text of a shape", lambda x: (print(tuple(int(s) for s in x.shape), x.dim(), type(x.shape).__name__, type(x.size(0)).__name__), x + 1)[1], x)
for f in (lambda x: x.size(0), lambda x: x.shape, lambda x: (x, x.size(0))):
    print(torch.jit.trace(f, x, check_trace=False).code)


class Pool(torch.nn.Module):
    def forward(self, x):
        return x.reshape(x.size(0), x.size(1) * x.size(2)).sum(1) / x.size(0)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = Pool()

    def forward(self, x):
        return self.pool(x).view(x.shape[0], 1).expand(x.shape[0], x.shape[1])


net = torch.jit.trace(Net(), x)
print(net.code, net.pool.code)
for other in both:
    print(bool(torch.equal(net(other), Net()(other))))
try:
    with warnings.catch_warnings(record=True):
        torch.jit.trace(lambda x: x.view(x.shape[0].item(), -1), x)
except Exception as e:
    print(type(e).__name__, e)
