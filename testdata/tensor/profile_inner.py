# The operators that a profile tells of, each with the one around it.
import torch
from torch import nn
from torch.autograd.profiler import profile
from torch.utils.data import IterableDataset

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
with profile() as p:
    out = model(torch.ones(2, 3)) * 2
    out.mean().backward()
    torch.zeros_like(out)[0].unbind()
for event in p.function_events:
    print(event.name, event.cpu_parent.name if event.cpu_parent else None)


class Nothing(IterableDataset):
    pass


try:
    Nothing()
except TypeError as error:
    print(error)
