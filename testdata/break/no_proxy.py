"""Operands and arguments that no argument of a node can stand for end the graph."""

import torch
import torch.nn as nn


class Plain:
    pass


module, plain = nn.ReLU(), Plain()


def numbers():
    yield 1


uses = ["module * x", "x + plain", "x @ module", "x ** plain", "torch.add(x, plain)", "x.add(plain)", "torch.cat([x, plain])", "torch.add(x, other=plain)"]
uses += ["torch.sin(numbers())", "torch.stack((i for i in [x]))", "torch.sin(lambda: 1)", "x @ 2"]
for use in uses:
    for fullgraph in (True, False):
        torch._dynamo.reset()
        f = torch.compile(eval("lambda x: " + use), backend="eager", fullgraph=fullgraph)
        try:
            print(use, f(torch.ones(2, 3)))
        except Exception as e:
            text = [line for line in str(e).splitlines() if "failed to run" in line or "debug context" in line]
            print(use, type(e).__name__, text)
