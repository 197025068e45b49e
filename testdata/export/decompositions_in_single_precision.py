# Decompositions of half types compute in single precision where the kernels do.
import torch
import torch.nn.functional as F


class Calls(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args):
        return self.f(*args)


x = (torch.arange(6.0).reshape(2, 3) - 2).bfloat16()
functions = {
    "silu": F.silu, "mish": F.mish, "softplus": F.softplus, "hardswish": F.hardswish, "hardsigmoid": F.hardsigmoid, "celu": F.celu, "glu": lambda x: F.glu(x, 0),
    "logsigmoid": F.logsigmoid, "sinc": torch.sinc, "rad2deg": torch.rad2deg, "frac": torch.frac, "addcmul": lambda x: torch.addcmul(x, x, x, value=3), "mv": lambda x: x @ x[0],
    "dot": lambda x: torch.dot(x[0], x[0]), "std": lambda x: x.std(0), "norm": lambda x: torch.linalg.vector_norm(x, 3), "largest": lambda x: torch.linalg.vector_norm(x, float("inf")),
    "mse": lambda x: F.mse_loss(x, x * 2), "smooth_l1": lambda x: F.smooth_l1_loss(x, x * 2), "logsumexp": lambda x: x.logsumexp(0), "isposinf": torch.isposinf,
    "bce": lambda x: F.binary_cross_entropy_with_logits(x, x.sigmoid()), "threshold": lambda x: F.threshold(x, 1, 2),
}
for name, f in functions.items():
    program = torch.export.export(Calls(f), (x,)).run_decompositions()
    print(name, " ".join(str(n.target).removeprefix("aten.") for n in program.graph.nodes if n.op == "call_function"))
    got, want = program.module()(x), f(x)
    assert got.dtype == want.dtype and torch.allclose(got.float(), want.float(), rtol=1e-2), name
u = torch.arange(6, dtype=torch.uint8).reshape(2, 3)
for f in (lambda u: u @ u[0], lambda u: torch.heaviside(u, u), torch.rad2deg):
    program = torch.export.export(Calls(f), (u,)).run_decompositions()
    print(" ".join(str(n.target) for n in program.graph.nodes if n.op == "call_function"), program.module()(u).dtype)
print(torch.export.export(Calls(F.silu), (x,)).run_decompositions().graph_module.code.strip())
