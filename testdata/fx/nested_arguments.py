# Traces whose arguments and results are nested keep their structure.
import torch
from torch import fx


def combine(inputs, scale):
    a, (b, c) = inputs["pair"], inputs["more"]
    return {"sum": a + b * scale, "rest": [c, (a - c,)]}


inputs = {"pair": fx.PH, "more": (fx.PH, fx.PH)}
traced = fx.symbolic_trace(combine, concrete_args={"inputs": inputs, "scale": fx.PH})
print(traced.code)
given = {"pair": torch.ones(2), "more": (torch.full((2,), 2.0), torch.arange(2.0))}
print(traced(given, 3.0), combine(given, 3.0))
print([n.name for n in traced.graph.nodes])


class Gate(torch.nn.Module):
    def forward(self, pair, flip):
        return (pair[1], pair[0]) if flip else tuple(pair)


for flip in (False, True):
    traced = fx.symbolic_trace(Gate(), concrete_args={"pair": [fx.PH, fx.PH], "flip": flip})
    print(traced.code)
    print(traced([torch.zeros(1), torch.ones(1)], flip))
