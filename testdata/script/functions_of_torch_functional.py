"""Functions that torch.functional has in Python, in scripts: each is a function of its own there, chosen by the types and the constant flags of a call."""
import warnings

import torch

warnings.simplefilter("ignore")
x = torch.arange(16.0).reshape(2, 8)


def script(body):
    return torch.jit.CompilationUnit(f"def f(x, flag: bool):\n    return {body}\n").f


def show(*bodies):
    for body in bodies:
        try:
            print(body, script(body)(x, True))
        except Exception as e:
            print(body, type(e).__name__, str(e).strip().split("\n")[0])


show("torch.norm(x, 'nuc')", "torch.norm(x, 'fro', 1)", "torch.norm(x, p=1)", "torch.norm(x, None)", "torch.norm(x, 3, None, True)", "torch.norm(x, dim=1, dtype=torch.float64)",
     "torch.norm(x, 2, [0], out=torch.zeros(8))", "x.norm(2, 1)")
show("torch.unique(x[:, :3] // 2)", "torch.unique(x[:, :3] // 2, return_inverse=True)[1]", "torch.unique(x // 4, True, True, True)[2]", "torch.unique(x // 8, dim=1, return_counts=True)",
     "torch.unique(x, True, flag)", "torch.unique(x, return_counts=flag)", "torch.unique_consecutive(x // 5)", "torch.unique_consecutive(x // 5, return_inverse=True)[1]")
show("torch.lu(x[:, 1:3])[1]", "torch.lu(x[:, 1:3], get_infos=True)[2]", "torch.cdist(x, x + 1)", "torch.tensordot(x, x, 2)")
show("torch.stft(x, 4, return_complex=True).abs().sum().round()", "torch.stft(x[0], 4, 2, window=torch.ones(4), center=False, return_complex=True).shape", "torch.stft(x, 4)")
show("torch.nn.functional.upsample_nearest(x[None], scale_factor=2.0).shape", "torch.nn.functional.upsample_bilinear(x[None, None], 4).shape",
     "torch.nn.functional.upsample_bilinear(x[None, None], scale_factor=2)", "torch.nn.functional.threshold(x, 1, 2.0)")
show("torch.svd_lowrank(x)", "torch.nn.functional.embedding_bag(x.long(), torch.ones(16, 2), mode='max', sparse=True)")

# A sign belongs to the number behind it in the text of a script, which ends with a line.
unit = torch.jit.CompilationUnit("def f(x):\n    return x.add(torch.tensor([-0.5, -1]), alpha=-2)\n")
print(unit.f.graph)
try:
    torch.jit.CompilationUnit("def f(x):\n    return x")
except RuntimeError as e:
    print(e)

# The optimised graph of a function without groups: constants are folded, branches on them gone.
unit = torch.jit.CompilationUnit("def f(x):\n    return torch.nn.functional.selu(torch.flip(x, [0, 1]))\n")
for _ in range(3):
    unit.f(x)
kinds = [n.kind() for n in unit.f.graph_for(x).nodes()]
print(kinds)
