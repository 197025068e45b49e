# Tensors that take other sizes while a graph is recorded are refused: the graph would not know.
import torch
from torch.fx.experimental.proxy_tensor import make_fx


class Resized(torch.nn.Module):
    def forward(self, x):
        return x.clone().resize_(4)


for record in lambda: torch.export.export(Resized(), (torch.ones(2, 3),)), lambda: make_fx(Resized())(torch.ones(2, 3)), lambda: make_fx(Resized(), tracing_mode="fake")(torch.ones(2, 3)):
    try:
        print(record())
    except NotImplementedError as e:
        print(e)
print(Resized()(torch.ones(2, 3)).shape)
