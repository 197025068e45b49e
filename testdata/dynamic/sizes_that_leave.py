# Sizes of a caller's tensor that leave compiled code, the names that reading them takes, and ranges that sizes leave.
import torch


class Shown:
    def __call__(self, gm, example):
        print(gm.code.strip())
        return gm


def half(x):
    return x[: x.shape[0] // 2]


def shape(x):
    return x.shape, x + 1


def before(x):
    sizes = x.shape
    x = x[:1]
    torch._dynamo.graph_break()
    return sizes, x + sizes[0]


def changed(x):
    sizes = x.shape
    x.t_()
    return sizes, x.shape


def is_one_of(x):
    return x + 1 if x.shape[0] in (7, 5, 6) else x - 1


for f in (half, shape, before, changed):
    print("##", f.__name__)
    torch._dynamo.reset()
    g = torch.compile(f, backend=Shown(), dynamic=True)
    for sizes in ((4, 3), (5, 6)):
        print(g(torch.ones(sizes)))
x = torch.ones(4, 3, 5)
torch._dynamo.maybe_mark_dynamic(x, 0)
torch._dynamo.reset()
torch.compile(half, backend=Shown())(x)


def error(f, x, *bounds):
    torch._dynamo.reset()
    torch._dynamo.mark_dynamic(x, 0, min=bounds[0], max=bounds[1])
    try:
        print(torch.compile(f, backend="eager", fullgraph=True)(x))
    except Exception as e:
        print(type(e).__name__, str(e).split("\nSet TORCHDYNAMO")[0].split("\n  File")[0].split("\n   File")[0].split("User stack")[0])


error(half, torch.ones(9, 3), 2, 8)
error(is_one_of, torch.ones(4, 3), 2, 8)
