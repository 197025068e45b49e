"""Where errors that end compilation point: functions that must not be traced, ranges of mark_dynamic that are open on one side."""
import torch


@torch._dynamo.forbid_in_graph
def forbidden(x):
    return x


def inner(x):
    return forbidden(x) + 1


def outer(x):
    return inner(x) * 2


def doubled(x):
    return x * 2


def told(f, x):
    torch._dynamo.reset()
    try:
        print(torch.compile(f, backend="eager")(x).shape)
    except Exception as e:
        lines = [line for line in str(e).split("Set TORCHDYNAMO")[0].split("\n") if "File" not in line and "0x" not in line]
        print(type(e).__name__, "\n".join(lines))


told(inner, torch.ones(2))
told(outer, torch.ones(2))
for bounds in ({"min": 5}, {"max": 3}, {"min": 2, "max": 10}, {}):
    x = torch.ones(6, 3)
    torch._dynamo.mark_dynamic(x, 0, **bounds)
    told(doubled, x)
