# Regions of torch.autocast in scripts: a pass over the graph casts what operators take, by lists of its own.
import io

import torch

torch.manual_seed(0)
a, b = torch.rand(4, 4), torch.rand(4, 4)


def kinds(*tensors):
    return " ".join(str(t.dtype)[6:] for t in tensors)


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).strip().split("\n")[-1])


def nested(a, b):
    with torch.autocast("cpu"):
        c = torch.mm(a, b)
        with torch.autocast("cpu", enabled=False):
            d = torch.mm(a, c.float())
        e = torch.mm(c, d)
    return c, d, e, torch.mm(a, b)


def branches(a, b, c: bool):
    with torch.autocast("cpu", dtype=torch.float16):
        x = torch.mm(a, b) if c else torch.add(a, b)
        for i in range(2):
            x = torch.matmul(x, b)
    return x


def operators(a, b):
    with torch.autocast("cpu", torch.bfloat16):
        h = torch.mm(a, b)
        return [h, torch.softmax(h, 0), torch.log_softmax(h, 0), torch.log_softmax(h, 0, dtype=torch.float64), torch.exp(h), torch.pow(h, 2), torch.cat([h, a]),
                torch.addcmul(a, h, b), torch.layer_norm(h, [4]), torch.sum(h), torch.mean(h), torch.cosine_similarity(h, a), h + a, h + h, torch.sqrt(h), torch.mv(a, a[0]),
                torch.addmm(a, a, b), torch.nn.functional.gelu(h), torch.nn.functional.mse_loss(h, a), torch.tanh(h), torch.cumsum(h, 0), torch.dot(h[0], a[0])]


def again(a, b):
    region = torch.autocast("cpu")
    with region:
        x = torch.mm(a, b)
    with region:
        return x, torch.mm(a, b)


def by_argument(a, b, on: bool):
    with torch.autocast("cpu", enabled=on):
        return torch.mm(a, b)


def device_given(a, b, device: str):
    with torch.autocast(device):
        return torch.mm(a, b)


def named(a, b):
    with torch.autocast("cpu") as region:
        return torch.mm(a, b), region._enabled


@torch.autocast("cpu")
def decorated(a, b):
    return torch.mm(a, b)


for f in (nested, again, operators):
    s = torch.jit.script(f)
    for _ in range(3):
        print(f.__name__, kinds(*s(a, b)))
show("branches", lambda: kinds(torch.jit.script(branches)(a, b, True), torch.jit.script(branches)(a, b, False)))
show("enabled by an argument", lambda: torch.jit.script(by_argument)(a, b, True))
show("device given", lambda: torch.jit.script(device_given)(a, b, "cpu"))
show("named", lambda: torch.jit.script(named)(a, b))
show("decorated", lambda: torch.jit.script(decorated))
product = torch.jit.CompilationUnit("def f(a, b):\n    return torch.mm(a, b).sum()\n").f
with torch.autocast("cpu"):
    print("called in a region", kinds(product(a, b), product(a, b)))
    graph = torch._C.parse_ir("graph(%a : Tensor, %b : Tensor):\n  %r : Tensor = aten::mm(%a, %a)\n  %s : Tensor = aten::atan2(%r, %b)\n  return (%s)\n")
    torch._C._jit_pass_autocast(graph)
    print(graph)
print("and outside", kinds(product(a, b)))
copy = io.BytesIO()
torch.jit.save(torch.jit.script(nested), copy)
copy.seek(0)
loaded = torch.jit.load(copy)
print(kinds(*loaded(a, b)))
print(loaded.code)
