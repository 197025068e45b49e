# make_fx with symbolic sizes: padding that follows from the size of a kernel, operators that stay one, and results whose sizes depend on data.
import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx

weights = {k: torch.arange(8.0 * k).reshape(4, 2, k) for k in (3, 5, 7)}
x = torch.arange(10.0).reshape(1, 2, 5)


def same(x, w):
    return F.conv1d(x, w, padding="same")


graph = make_fx(same, tracing_mode="symbolic")(x, weights[3])
print([n.target for n in graph.graph.nodes if n.op == "call_function" and str(n.target).startswith("aten.c")])
for w in weights.values():
    print(torch.equal(graph(x, w), same(x, w)))

places = torch.tensor([[[0, 2, 4], [1, 3, 5]]])
for f, args in (
    (lambda x, i: F.max_unpool1d(x, i, 2), (torch.ones(1, 2, 3), places)),
    (lambda x: torch.renorm(x, 2, 0, 1.0), (torch.ones(3, 4),)),
    (lambda x: torch.nonzero(x), (torch.eye(3),)),
):
    for mode in ("real", "symbolic"):
        if mode == "real" or f(*args).dtype == torch.float32:
            graph = make_fx(f, tracing_mode=mode)(*args)
            print([str(n.target) for n in graph.graph.nodes if n.op == "call_function" and "aten" in str(n.target) and "sym_size" not in str(n.target)])
            print(torch.equal(graph(*args), f(*args)))
