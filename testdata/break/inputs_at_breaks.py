# A break at which nothing but inputs of the frame are put back: there is a graph that gives them, unless a local is put back beside that is no tensor.
import torch
import torch._dynamo as D
torch.manual_seed(0)


def h1(a, m):
    x = 3.5
    return a[m] * x


def h2(a, m):
    x = 3
    return a[m] * x


def h3(a, m):
    x = "s"
    return (a[m], x)


def h4(a, m):
    x = a.shape
    return (a[m], x)


def h5(a, m):
    x = [1, 2]
    return (a[m], x)


def h6(a, m):
    return a[m] * 3.5


def h7(a, m):
    return a[m] * 2


def h8(a, m):
    return a[m].sum()


def h9(a, m):
    x = None
    return (a[m], x)


def h10(a, m, k=2):
    return a[m] * k


def h11(a, m):
    return (a[m] + 1, a[m] * 2)


def h12(a, m):
    x = (1, 2)
    return (a[m], x)


def h13(a, m):
    x = a
    return (a[m], x)


def h14(a, m):
    x = {}
    return (a[m], x)


def k1(a, m):
    if a.dim() == 2:
        k = 1
    return (a[m], a)


def k2(a, m):
    a, m = (m, a)
    return (m[a], m)


def k3(a, m, c=None):
    c = a
    return a[m]


def k4(a, m):
    a = a.contiguous()
    return (a[m], m)


def k5(a, m):
    return (torch.ones(2)[m[:2]], a)


def k6(a, m):
    n = len(a)
    return a[m]


def k7(a, m):
    with torch.no_grad():
        return a[m]


def k8(a, m):
    for i in range(2):
        b = a[m]
    return b


def k9(a, m):

    def inner(q):
        return q[m]
    return inner(a)


def g4(a, m):
    return a[m] + a[m]


def g15(a, m):
    return a[m][m[:2]]


def g17(a, m):
    a.add_(1)
    return a[m]


a, m = (torch.randn(3, 2), torch.tensor([True, False, True]))
for name, f in list(globals().items()):
    if name[0] in "hkg" and name[1:].isdigit():
        D.reset()
        found = D.explain(f)(a.clone(), m)
        print(name, found.graph_count, found.graph_break_count, len(found.break_reasons))
        for g in found.graphs:
            print("  ", [(n.name, n.args) if n.op == "output" else n.name for n in g.graph.nodes])
