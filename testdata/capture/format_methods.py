# str.format, str.join and other uses of strings of values that the graph computes.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def show(name, f, *args):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    g = torch.compile(f, backend=b)
    try:
        print(name, g(torch.ones(2), *args), len(b.graphs))
    except Exception as e:
        print(name, type(e).__name__, str(e)[:100])
    for q in b.graphs: print("  ", [n.name for n in q.graph.nodes])


def fmt(x):
    y = x * 2
    return y + 1, "{} and {a}".format(y, a=x)


def up(x):
    y = x * 2
    return y + 1, f"{y}".upper()


def lst(x):
    y = x * 2
    return y + 1, f"{[y]} {dict(a=y)} {(1,2)} {None} {len}"


def join(x):
    y = x * 2
    return y + 1, ",".join([f"{y}", "b"])


def nested(x):
    y = x * 2
    s = f"{y}"
    return y + 1, f"<{s}>"


def early(x):
    s = f"{x}"
    return s, x + 1


def unused(x):
    s = f"{x}"
    return x + 1


def percent(x):
    y = x * 2
    return y + 1, "%s" % y


def keywords(x):
    return dict(a=x + 1), dict({"b": x}, c=x * 2)


for f in (fmt, up, lst, join, nested, early, unused, percent, keywords): show(f.__name__, f)
