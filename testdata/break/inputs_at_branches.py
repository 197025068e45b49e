# What is put back at a branch on data: inputs come out of a graph, unless a local is put back beside them that is no tensor.
import torch
import torch._dynamo as D
torch.manual_seed(0)


def h1(a, m):
    x = 3
    if m:
        return a + x
    return a - x


def h2(a, m):
    if m:
        return a + 1
    return a - 1


def h3(a, m):
    x = a
    if m:
        return x + a
    return x - a


def h4(a, m):
    x = [1]
    if m:
        return a + x[0]
    return a


def h5(a, m):
    n = a
    a = m
    if a:
        return n + 1
    return n


def h6(a, m):
    n = None
    for i in range(2):
        if m:
            n = a
    return n


def h7(a, m):
    k = a.shape[0]
    if m:
        return a + k
    return a * k


a = torch.randn(3, 2)
m = torch.tensor(True)
for i in range(1, 8):
    g = globals()[f"h{i}"]
    D.reset()
    x = D.explain(g)(a.clone(), m)
    print(g.__name__, x.graph_count, x.graph_break_count, [len(b.user_stack) for b in x.break_reasons])
    for gr in x.graphs:
        print("  ", [(n.name, n.args) if n.op == "output" else n.name for n in gr.graph.nodes])
