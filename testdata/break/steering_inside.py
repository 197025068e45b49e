# What steers the compiler, called in compiled code; members of tensors that are no tensors.
import torch
from torch import nn
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm


def show(name, f, *args, fullgraph=True):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(f"== {name}")
    try:
        print(torch.compile(f, backend=backend, fullgraph=fullgraph)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\nfrom user code")[0].strip())
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(False)))


x = torch.ones(2)


def plus(x):
    return x + 1


class Adds(nn.Module):
    def forward(self, x):
        return x + 1


@torch._dynamo.disable
class Disabled:
    def __init__(self, x):
        self.x = x + 1

    def double(self):
        return self.x * 2


def through_class(x):
    y = x + 2
    return (Disabled(y).double() + y).sin()


def skips(x):
    torch._dynamo.skip_frame(msg="here")
    return x.sin()


def patched(x):
    with torch._dynamo.patch_dynamo_config(capture_scalar_outputs=True):
        n = x.sum().item()
    return x * n


quiet = torch._dynamo.disable(Adds(), reason="slow")
adds = Adds()
show("compile", lambda x: torch.compile(plus, backend="eager")(x) * torch.compile(adds)(x), x)
show("disable", lambda x: torch._dynamo.disable(plus)(x), x)
show("torch.compiler.disable", lambda x: torch.compiler.disable(plus)(x), x)
show("disabled class", through_class, x, fullgraph=False)
print(type(quiet).__name__, quiet(x))
show("skips, called", lambda x: skips(x + 1) * 2, x, fullgraph=False)
show("patched", patched, x)
try:
    torch._dynamo.patch_dynamo_config(recompile_limit=3)
except ValueError as e:
    print(e)
try:
    with torch._dynamo.disable():
        pass
except RuntimeError as e:
    print(e)
for member in ("is_leaf", "itemsize", "retains_grad", "is_mkldnn", "storage_offset()", "is_signed()", "__hash__()", "is_inference()", "random_(5)", "retain_grad()", "_base"):
    show(member, eval(f"lambda x: (x.{member}, x.sin())"), x)
show("legacy", lambda x: x + torch.Tensor([1.0, 2.0]) + torch.LongTensor([1, 2]), x)
show("wrong sizes", lambda x: x + torch.ones(3), x)
