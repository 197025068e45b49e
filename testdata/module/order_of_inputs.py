# The order in which hooks, lazy modules and functions within modules look at tensors.
import torch
import torch.nn as nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.lin = nn.Linear(3, 3)
        self.register_buffer("buf", torch.full((3,), 5.0))


class Hooked(Base):
    def __init__(self, *kinds):
        super().__init__()
        if "pre" in kinds:
            self.lin.register_forward_pre_hook(lambda m, inputs: setattr(m, "twice", m.bias * 2))
        if "post" in kinds:
            self.lin.register_forward_hook(lambda m, inputs, output: output + 1)
        if "keywords" in kinds:
            self.lin.register_forward_hook(lambda m, inputs, keywords, output: output + len(keywords), with_kwargs=True)

    def forward(self, x):
        return self.lin(x) + self.lin(input=x)


class Lazy(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.LazyLinear(4)

    def forward(self, x):
        return self.first(x).shape[0] + x


class Closes(Base):
    def forward(self, x):
        def inner():
            return self.buf * 2 + x

        return inner()


class ClosesOverTensorsFirst(Base):
    def forward(self, x):
        me = self

        def inner(x=x):
            return me.buf * 2 + x

        return inner()


def shown(graph, _):
    names = [node.name.replace("parameters_", "p_").replace("modules_", "m_") for node in graph.graph.nodes if node.op == "placeholder"]
    print("   ", names, [node.name for node in graph.graph.nodes if node.op == "call_function"])
    return graph


for model in (Hooked(), Hooked("pre"), Hooked("post"), Hooked("pre", "post", "keywords"), Lazy(), Closes(), ClosesOverTensorsFirst()):
    torch._dynamo.reset()
    print(type(model).__name__)
    compiled = torch.compile(model, backend=shown, fullgraph=True)
    for _ in range(3):
        print("   ", [round(v, 3) for v in compiled(torch.ones(1, 3)).flatten().tolist()])
