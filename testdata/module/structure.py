# What a module knows about itself: names, order, printing, state, sharing, moving.
import copy
from collections import OrderedDict

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lin = nn.Linear(n, n, bias=False)
        self.norm = nn.LayerNorm(n)
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))
        self.register_buffer("cache", None, persistent=False)
        self.scale = nn.Parameter(torch.ones(1))
        self.frozen = nn.Parameter(torch.zeros(1), requires_grad=False)

    def extra_repr(self):
        return "scaled"

    def forward(self, x):
        return self.norm(self.lin(x)) * self.scale


net = nn.Sequential(OrderedDict(embed=nn.Embedding(10, 4), blocks=nn.ModuleList([Block(4), Block(4)]), head=nn.Linear(4, 10)))
net.head.weight = net.embed.weight
print(net)
print([n for n, _ in net.named_parameters()])
print([n for n, _ in net.named_buffers()], [n for n, _ in net.named_modules()])
print(len(list(net.parameters())), sum(p.numel() for p in net.parameters() if p.requires_grad))
state = net.state_dict()
print(list(state), state["blocks.0.steps"])
other = copy.deepcopy(net)
other.blocks[0].scale.data.fill_(5.0)
print(net.blocks[0].scale.item(), other.head.weight is other.embed.weight)
print(net.load_state_dict(other.state_dict()), net.blocks[0].scale.item())
broken = OrderedDict(list(state.items())[1:])
broken["extra"] = torch.ones(1)
print(net.load_state_dict(broken, strict=False))
try:
    net.load_state_dict({"embed.weight": torch.ones(2, 2)})
except RuntimeError as e:
    print(str(e).splitlines()[0], len(str(e).splitlines()))
net.double()
print(net.head.weight.dtype, net.blocks[0].steps.dtype, net.training, net.eval().blocks[1].norm.training)
print(net.get_submodule("blocks.1.lin"), net.apply(lambda m: None) is net, "cache" in dict(net.blocks[0].named_buffers()))
