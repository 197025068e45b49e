# torch._dynamo.export gives a function's graph as a module with its signature: nested arguments, captured parameters, constant results.
import torch
import torch._dynamo as dynamo


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 2)
        self.register_buffer("b", torch.ones(2))
    def forward(self, x, d, k=2):
        y = self.l(x) * k + d["a"]
        return {"y": y, "z": (x, y + self.b)}, 5
m = M()
x, a = torch.ones(3, 2), torch.zeros(2)
out = dynamo.export(m)(x, {"a": a})
print(type(out).__name__, len(out))
gm, guards = out
print(gm.code)
print(gm.graph)
r = gm(x, {"a": a})
print(r[0]["y"].shape, r[1], torch.equal(r[0]["z"][0], x))
print([n for n, _ in gm.named_parameters()], [n for n, _ in gm.named_buffers()])
print(len(guards) > 0)
gm, _ = dynamo.export(lambda x, y: (x.sin() + y.shape[0], y), aten_graph=True, tracing_mode="symbolic")(x, a)
print(gm.code)
gm, _ = dynamo.export(lambda x: x.sin() + 1, assume_static_by_default=True)(x)
print(gm.code)
try:
    dynamo.export(lambda x: x if x.sum() > 0 else -x)(x)
except Exception as e:
    print(type(e).__name__, str(e).splitlines()[0])
gm, _ = dynamo.export(m, x, {"a": a})
print(gm(x, {"a": a})[1])
