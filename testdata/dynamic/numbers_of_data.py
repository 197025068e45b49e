# Numbers that depend on data, and what is computed of them: powers, bits, floats, conditions, assertions.
import math

import torch

torch._dynamo.config.capture_scalar_outputs = True


def show(name, fn, *args, fullgraph=True, dynamic=None):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    print("==", name)

    def backend(gm, inputs):
        print(gm.code.strip())
        print([str(n.meta["example_value"]) for n in gm.graph.nodes if isinstance(n.meta.get("example_value"), (torch.SymInt, torch.SymFloat)) and n.name != "sym_ite"])
        return gm

    try:
        print(torch.compile(fn, backend=backend, fullgraph=fullgraph, dynamic=dynamic)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
    print(len(torch._dynamo.utils.counters["graph_break"]), "counted")


x = torch.ones(4)
i, f, b = torch.tensor([3, 4]), torch.tensor(3.5), torch.tensor(True)
show("2 ** n", lambda x, n: x + 2**n, x, 6, dynamic=True)
show("2 ** -n", lambda x, n: x + 2**n, x, -6, dynamic=True)
show("bits", lambda x, n: x + (n & 3) * (n | 3) + (n ^ 3), x, 6, dynamic=True)
show("shifts", lambda x, n, m: x + (n << m) + (900 >> n), x, 6, 2, dynamic=True)
show("~n", lambda x, n: x + ~n, x, 6, dynamic=True)
show("bool(n)", lambda x, n: x * bool(n), x, 6, dynamic=True)
show("floats", lambda t, x: x * math.trunc(t.item()) + round(t.item()) + math.sqrt(t.item()) + max(t.item(), 1.0), f, x)
show("condition", lambda t, x: x * (t.item() > 2), f, x)
show("exp", lambda t, x: x * math.exp(t.item()), f, x)
show("bool", lambda t, x: x * t.item(), b, x)
show("xor", lambda t: t.item() ^ True, b)
show("both", lambda t: (t[0].item() > 2) & (t[1].item() > 2), i)
show("not", lambda t: not t.item(), b)
show("element", lambda t, x: x[t[0].item()], i, x)
show("slice", lambda t, x: x[: t[0].item()] + 1, i, x)
show("list", lambda t: [1, 2, 3, 4, 5][t[0].item()], i)
show("list", lambda t: [1, 2, 3, 4, 5][t[0].item()], i, fullgraph=False)


def branch(t, x):
    if t[0].item() > 3:
        return x + 1
    return x - 1


show("branch", branch, i, x)
show("branch", branch, i, x, fullgraph=False)


def several(t, x):
    a, b = t
    return x * a, int(b), float(b), bool(b)


show("several", several, i, x, fullgraph=False)
torch._dynamo.config.capture_scalar_outputs = False


@torch.set_grad_enabled(False)
def decorated(x):
    return x + 1


show("decorated", lambda x: decorated(x) * 2, x, fullgraph=False)
