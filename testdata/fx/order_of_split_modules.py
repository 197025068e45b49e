# The order of the submodules that split_module makes: of those that could run, the one found last.
import torch
from torch.fx.passes.split_module import split_module


class M(torch.nn.Module):
    def forward(self, a, b, c):
        p, q, r = a + 1, b + 2, c + 3
        s, t, u = p * q, q * r, r * p
        v = s + t
        w = t + u
        return v * w + p, w, v


traced = torch.fx.symbolic_trace(M())
for parts in ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 1, 0, 5, 2, 3, 4, 4, 6, 7], [0, 0, 0, 1, 2, 2, 3, 4, 5, 6]):
    part = dict(zip((n for n in traced.graph.nodes if n.op == "call_function"), parts))
    for keep in (False, True):
        try:
            print([n.name for n in split_module(traced, M(), part.get, keep_original_order=keep).graph.nodes])
        except Exception as e:
            print(type(e).__name__, e)
