"""One graph is asked for of what is not compiled: functions that were left alone before, and generators; classes of native code; sets of dispatch keys."""
import io
import threading

import torch

x = torch.ones(1)


def loop(x):
    for _ in range(2):
        x = x + 1
        torch._dynamo.graph_break()
    return x


def generator(x):
    yield x + 1


def first_lines(fn, *args):
    try:
        print(torch.compile(fn, backend="eager", fullgraph=True)(*args))
    except Exception as e:
        print(type(e).__name__, [line for line in str(e).split("\n") if line][:4])


print(torch.compile(loop, backend="eager")(x))
first_lines(loop, x)
first_lines(generator, x)
print(list(torch.compile(generator, backend="eager")(x)))
first_lines(lambda x: io.StringIO(), x)
first_lines(lambda x: threading.Lock(), x)
first_lines(lambda x: (torch.onnx.is_in_onnx_export(), x + 1), x)


@torch.compile(backend="aot_eager", fullgraph=True)
def keys(x):
    found = torch._C._dispatch_tls_local_include_set() | torch._C._dispatch_keys(x)
    if found.has("CPU"):
        x = torch.sin(x)
    return x, found - torch._C._dispatch_tls_local_exclude_set()


print(keys(x))
