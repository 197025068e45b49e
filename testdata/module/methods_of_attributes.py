# Modules that define how their attributes are found and stored, and members that are added while tracing.
import torch
import torch.nn as nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.lin = nn.Linear(3, 3)
        self.register_buffer("buf", torch.full((3,), 5.0))


class Hides(Base):
    def __getattr__(self, name):
        if name == "lin":
            return lambda x: x * 100
        return super().__getattr__(name)

    def forward(self, x):
        return self.lin(x) + self.buf


class FallsBack(Base):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.lin, name)

    def forward(self, x):
        return self.lin(x) + self.weight.sum() + self.in_features


class Prefixed(Base):
    def __getattr__(self, name):
        if name.startswith("lin_"):
            return getattr(self.lin, name[4:])
        return super().__getattr__(name)

    def forward(self, x):
        return x @ self.lin_weight + hasattr(self, "lin_foo") + hasattr(self, "nope") + getattr(self, "none", 3)


class StoresTwice(Base):
    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == "c":
            super().__setattr__("d", value)

    def forward(self, x):
        self.c = x.sum()
        return self.lin(x) + self.d


class AddsModule(Base):
    def forward(self, x):
        self.lin2 = self.lin
        return self.lin2(x)


class AddsParameter(Base):
    def forward(self, x):
        self.p = self.lin.weight
        return x @ self.p


def shown(graph, _):
    names = [node.name.replace("parameters_", "p_").replace("modules_", "m_") for node in graph.graph.nodes if node.op == "placeholder"]
    print("   ", names, [node.name for node in graph.graph.nodes if node.op == "call_function"])
    return graph


for model in (Hides(), FallsBack(), Prefixed(), StoresTwice(), AddsModule(), AddsParameter()):
    torch._dynamo.reset()
    print(type(model).__name__)
    compiled = torch.compile(model, backend=shown, fullgraph=True)
    for _ in range(3):
        print("   ", [round(v, 3) for v in compiled(torch.ones(1, 3)).flatten().tolist()])
