"""The error of a branch that depends on data shows how its condition was computed, and hints by what kind of condition it is."""
import linecache, re
import torch
import torch.nn.functional as F
m = torch.nn.Linear(3, 3)
p = torch.nn.Parameter(torch.ones(3))
g = torch.ones(1)


def explained(source, x, name=iter(range(1000))):
    file = f"explained_{next(name)}.py"
    text = "def f(x, y, n):\n    " + source.replace("; ", "\n    ") + "\n"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    made = dict(globals())
    exec(compile(text, file, "exec"), made)
    torch._dynamo.reset()
    try:
        with torch.no_grad():
            torch.compile(made["f"], backend="eager", fullgraph=True)(x, torch.ones(3), 3)
        return "compiled"
    except torch._dynamo.exc.Unsupported as e:
        text = str(e)
    nodes = [l.strip() for l in text.split("\n") if re.match("        [a-z]", l)]
    places = re.findall(r'# File "explained_\d+.py", (line \d+), in f, code: (.*)', text)
    hints = [word for word in ("branchless", "Python `or`/`and`", "scalar integer tensor") if word in text]
    return nodes, sorted(set(places)), hints


conditions = """x.sum() > 0
x.any()
torch.any(x)
torch.all(x > 0)
torch.isnan(x).any()
torch.max(x) == 1
x[0]
x[0] > 0
(x.sum() > 0) & (x.sum() < 9)
torch.logical_or(x[0] > 0, x[1])
~(x[0] > 0)
x.isnan()[0]
x.mean().isnan()
not x.any()
x[0] > 0 and x[1] > 0
x is not None and torch.any(x)
torch.add(torch.mul(x, y), torch.sin(y))[0] > 0
(x + y + x * y - y)[0]
x.sin()[0] + y[0] > 1
m(x)[0]
torch.cat([torch.sin(x), y])[0]
torch.stack((x, y), dim=0)[0, 0] > 0
F.softmax(x, dim=0)[0] > 0.5
torch.zeros(1) > n
(x[0] > 0) == True
torch.where(x > 0, x, y)[0] > 0
x[0:2][1] > 0
x[..., None][0, 0] > 0
torch.einsum('i,i', x, y) > 0
torch.clamp(x, min=y)[0] > 0
torch.ops.aten.gt.Scalar(x[0], 0)
x.real[0] > 0
max(x[0], x[1]) > 0
0 < x[0] < 1
g
g > 0
x[0] > g
torch.sin(p)[0] > 0"""
x = torch.tensor([0.5, 1., 2.])
for c in conditions.split("\n"):
    print(c, *explained(f"if {c}: x = x + 1; return x", x), sep="\n  ")
for body in ("z = torch.sin(x); w = z * (z + 1); assert w[0] > 0; return w", "z = torch.sin(x); w = torch.cos(y); while (w + z)[0] > 0: return x; return y",
             "z = x; for i in range(30): z = z + i; return x if z[0] > 0 else y", "w = y + (x + (y * 2 + 1)) * 3; c = w[0] > 0; if c: return x; return y"):
    print(body, *explained(body, x), sep="\n  ")
for c in ("x[0]", "x.sum()", "x.any()", "x[:1]"):
    print(c, [explained(f"if {c}: x = x + 1; return x", x.to(d)) for d in (torch.int, torch.bool, torch.uint8, torch.int8, torch.int16, torch.int64)], sep="\n  ")
