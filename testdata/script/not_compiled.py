# PYTORCH_JIT=0: functions and modules stay what they are.
import os

os.environ["PYTORCH_JIT"] = "0"

import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return x - 1


class Scripted(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.k = torch.jit.Attribute(3, int)

    @torch.jit.script_method
    def forward(self, x):
        return x * self.k


@torch.jit.script
def f(x):
    return x + 1


x = torch.ones(1)
net = Net()
print(type(f).__name__, f(x), type(Scripted()).__name__, Scripted()(x), torch.jit.Attribute(1, int))
print(torch.jit.script(net) is net, torch.jit.trace(net, x) is net, torch.jit.trace_module(net, {"forward": x}) is net, torch.jit.trace(f, x) is f)
try:
    torch.jit.freeze(net.eval())
except RuntimeError as e:
    print(e)
