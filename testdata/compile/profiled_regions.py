import torch

KNOWN = ("TorchDynamo Cache Lookup", "Torch-Compiled Region", "Pregraph bytecode", "AOTDispatcher Runtime Wrapper Prologue")


def broken(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y + 1


def looped(x):
    for _ in range(2):
        x = inner(x)
    return x


@torch.compile(backend="eager")
def inner(x):
    return x * 2


x = torch.ones(2)
for f, backend in [(lambda x: x.sin() + 1, "eager"), (broken, "aot_eager"), (broken, "eager"), (looped, None)]:
    compiled = f if backend is None else torch.compile(f, backend=backend)
    compiled(x)
    with torch.profiler.profile() as p:
        compiled(x)
    print([e.name for e in sorted(p.events(), key=lambda e: e.time_range.start) if e.name.startswith(KNOWN)])
