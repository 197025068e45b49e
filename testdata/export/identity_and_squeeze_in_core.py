"""Identity matrices and squeezing of all dimensions in terms of the core operators."""
import torch
def t(f, *a):
    class M(torch.nn.Module):
        def forward(s, *x): return f(*x)
    try: print(torch.export.export(M(), a).run_decompositions().graph_module.code.strip())
    except Exception as e: print(type(e).__name__, str(e)[:200])
x = torch.randn(2, 3, 1)
t(lambda x: x.squeeze(), x); t(lambda x: x.squeeze(), torch.ones(2, 2)); t(lambda x: x.squeeze(), torch.ones(()))
for n in (255, 256, 257, 128, 32767, 32768, 65536, 70000): t(lambda x: torch.eye(n, 2).sum(), x)
t(lambda x: torch.eye(3, dtype=torch.bool), x)
t(lambda x: torch.eye(3, dtype=torch.complex64), x)
t(lambda x: torch.eye(3, dtype=torch.int64), x)
class E(torch.nn.Module):
    def forward(s, x): return torch.eye(30, 3) + x.squeeze()
print(torch.export.export(E(), (torch.ones(1, 3),)).run_decompositions().module()(torch.ones(1, 3)).sum())
