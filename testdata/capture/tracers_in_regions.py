"""Tracers that are called within a compiled region: what they trace is not compiled."""
import torch
import torch.fx
from torch._dynamo.testing import CompileCounter
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn.utils.rnn import pad_sequence


def inner(x):
    return torch.fft.fft(x).real.sin() + 1


class M(torch.nn.Module):
    def forward(self, x):
        return inner(x)


x = torch.ones(2, 2)
m = M()


def region(f):
    def run():
        for _ in range(1):
            torch._dynamo.graph_break()
            result = f()
        return result

    return run


for name, f in {
    "real": lambda: len(make_fx(inner)(x).graph.nodes),
    "fake": lambda: len(make_fx(inner, tracing_mode="fake")(x).graph.nodes),
    "symbolic": lambda: len(make_fx(inner, tracing_mode="symbolic")(x).graph.nodes),
    "fx": lambda: len(torch.fx.symbolic_trace(inner).graph.nodes),
    "jit": lambda: len(list(torch.jit.trace(inner, x).graph.nodes())),
    "module": lambda: len(list(torch.jit.trace_module(m, {"forward": x}).graph.nodes())),
    "export": lambda: len(torch.export.export(m, (x,)).graph.nodes),
    "pad": lambda: len(make_fx(lambda a, b: pad_sequence([a, b], padding_value=2.0))(x, x[:1]).graph.nodes),
}.items():
    torch._dynamo.reset()
    counter = CompileCounter()
    print(name, torch.compile(region(f), backend=counter)(), counter.frame_count, counter.op_count)


@torch.compile(backend=lambda gm, example: (print([str(getattr(n.target, "__name__", n.target)) for n in gm.graph.nodes]), gm)[1])
def padded(a, b):
    return pad_sequence([a, b], batch_first=True)


print(padded(x, x[:1]))


def stance():
    for _ in range(1):
        torch._dynamo.graph_break()
        torch.compiler.set_stance("default")


try:
    torch.compile(stance, backend="eager")()
except RuntimeError as e:
    print(e)
