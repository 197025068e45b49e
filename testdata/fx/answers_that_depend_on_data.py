"""What recordings say where the program asks for data; gradients whose sizes do not depend on a mask, tangents of statistics, padding in front of stft."""
import torch
import torch.nn.functional as F
from functorch.compile import aot_function, nop
from torch.fx.experimental.proxy_tensor import make_fx

x = torch.tensor([1.0, 2.0, 3.0])


class Program(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args):
        return self.f(*args)


def tell(name, call):
    try:
        print(name, call())
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:120])


questions = {
    "equal": lambda x: torch.equal(x, x + 1), "allclose": lambda x: torch.allclose(x, x), "bool": lambda x: x if x.sum() else -x, "not": lambda x: x if not x.long().sum() else -x,
    "float": lambda x: x * float(x.sum()), "int": lambda x: x * int(x.sum()), "item": lambda x: x if x.sum().item() else -x,
}
for name, f in questions.items():
    tell(name + " real", lambda: make_fx(f)(x).graph)
    tell(name + " fake", lambda: make_fx(f, tracing_mode="fake")(x).graph)
    tell(name + " export", lambda: [str(n.target) for n in torch.export.export(Program(f), (x,)).graph.nodes])
for name in ("equal", "allclose"):
    tell(name + " ahead of time", lambda: aot_function(questions[name], nop)(x))

mask, weight = torch.tensor([True, False, True, True]), torch.tensor([1.0, 2.0, 3.0, 4.0])
a, source = torch.zeros(4, requires_grad=True), torch.arange(1.0, 6.0, requires_grad=True)
put = lambda a, source: torch.masked_scatter(a, mask, source)
for f in (put, torch.compile(put, backend="aot_eager", fullgraph=True), lambda a, s: torch.masked_scatter(a.expand(2, 4), mask, s.repeat(2))):
    print(torch.autograd.grad((f(a, source) * weight).sum(), (a, source)))
both = torch.func.grad(lambda a, s: (put(a, s) * weight).sum(), (0, 1))
print(torch.func.vmap(both)(torch.zeros(2, 4), torch.ones(2, 5)))

rows, mean, var = torch.arange(12.0).reshape(4, 3) ** 1.5, torch.zeros(3), torch.ones(3)
for training in (True, False):
    norm = lambda r, m, v: F.batch_norm(r, m, v, training=training)
    tell("batch_norm", lambda: torch.func.jvp(norm, (rows, mean, var), (rows, mean + 1, var))[1].abs().max() < 1e-3)
print(torch.func.vmap(lambda a, i: F.max_unpool1d(a, i, 2))(torch.arange(12.0).reshape(2, 1, 2, 3), torch.tensor([0, 2, 4]).expand(2, 1, 2, 3)).sum())
program = torch.export.export(Program(lambda x: torch.stft(x, 4, return_complex=True)), (torch.arange(16.0),))
print([str(n.target) for n in program.graph.nodes], program.module()(torch.ones(16)).shape)
