# Gradual typing: sizes that are known go through a graph, and what cannot fit is refused.
import torch
from torch import nn
from torch.fx import GraphModule
from torch.fx.experimental.graph_gradual_typechecker import GraphTypeChecker, broadcast_types
from torch.fx.experimental.rewriter import RewritingTracer
from torch.fx.tensor_type import Dyn, TensorType


def check(m):
    graph = RewritingTracer().trace(m)
    try:
        print(GraphTypeChecker({}, GraphModule(m, graph)).type_check(), [(n.name, n.type) for n in graph.nodes])
    except Exception as e:
        print(type(e).__name__, e)

class A(nn.Module):
    def forward(self, x: TensorType((1, 2, 3, Dyn)), y: TensorType((2, 3, 4))):
        return torch.add(x, y)

class A2(nn.Module):
    def forward(self, x: TensorType((1, 2, 3, Dyn)), y: TensorType((1, 2, 3))):
        return torch.add(x, y)

class A3(nn.Module):
    def forward(self, x: TensorType((1, 2, Dyn)), y: TensorType((1, 2, 3))):
        return x + y

class A4(nn.Module):
    def forward(self, x: TensorType((1, 2, 3))):
        return torch.add(x, 3) + 2.5

class R(nn.Module):
    def forward(self, x: TensorType((1, 6))):
        return torch.reshape(x, [1, 2, 3])

class R2(nn.Module):
    def forward(self, x: TensorType((1, 5))):
        return torch.reshape(x, [1, 2, 3])

class R3(nn.Module):
    def forward(self, x: TensorType((1, 5))):
        return torch.reshape(x, [1, 2, -1])

class R4(nn.Module):
    def forward(self, x: TensorType((1, 15))):
        return torch.reshape(x, [1, 5, -1])

class R5(nn.Module):
    def forward(self, x: TensorType((1, 5, Dyn))):
        return torch.reshape(x, [1, 2, -1])

class T(nn.Module):
    def forward(self, x: TensorType((1, 2, 3, 5))):
        return torch.transpose(x, 0, 1)

class T2(nn.Module):
    def forward(self, x: TensorType((1, 2, 3, 5))):
        return torch.transpose(x, 0, 10)

class B(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.b = nn.BatchNorm2d(n)

    def forward(self, x: TensorType((2, 4, Dyn, 5))):
        return self.b(x)

class B2(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.b = nn.BatchNorm2d(n)

    def forward(self, x: TensorType((2, 2, 5))):
        return self.b(x)

class C(nn.Module):
    def __init__(self, a=3, b=6, k=3, **kw):
        super().__init__()
        self.c = nn.Conv2d(a, b, k, **kw)

    def forward(self, x: TensorType((1, 3, 10, Dyn))):
        return self.c(x)

class Fl(nn.Module):
    def forward(self, x: TensorType((1, 2, 3, 5, Dyn))):
        return torch.flatten(x, 1, 2)

class Fl2(nn.Module):
    def forward(self, x: TensorType((1, Dyn, 3))):
        return torch.flatten(x, 1)

class L(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 7)
        self.m = nn.MaxPool2d(2)
        self.a = nn.AdaptiveAvgPool2d((6, 7))
        self.r = nn.ReLU()

    def forward(self, x: TensorType((1, 2, Dyn, 3)), y: TensorType((1, 2, 8, 9))):
        return self.r(self.l(x)), self.m(y), self.a(y)

class L2(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 7)

    def forward(self, x: TensorType((1, 2, 3))):
        return self.l(x)

for m in (A(), A2(), A3(), A4(), R(), R2(), R3(), R4(), R5(), T(), T2(), B(), B(3), B2(), C(), C(4), C(stride=2, padding=1, dilation=2), Fl(), Fl2(), L(), L2()):
    check(m)
for a, b in (((1, 2, 3), (2, 3)), ((1, 2, Dyn), (1, 2, 3)), ((8, 1), (1, 5)), ((2, 3), (4, 3)), ((Dyn,), (3, 4))):
    print(broadcast_types(TensorType(a), TensorType(b)))
print(broadcast_types(Dyn, TensorType((1,))), broadcast_types(TensorType((1,)), Dyn))
