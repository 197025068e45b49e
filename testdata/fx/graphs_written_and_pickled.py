"""Graphs that are pickled by themselves, and modules that are written as packages."""
import os
import pickle
import tempfile
import warnings

import torch
from torch import fx, nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.inner = nn.Sequential(nn.ReLU(), nn.Linear(4, 2))
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("shift", torch.zeros(2))

    def forward(self, x):
        return torch.relu(self.inner(self.first(x)[1:, :])) * self.scale + self.shift


class Whole(fx.Tracer):
    def is_leaf_module(self, m, name):
        return isinstance(m, nn.Sequential) or super().is_leaf_module(m, name)


model = Model()
graph = Whole().trace(model)
module = fx.GraphModule(model, graph)
print(pickle.loads(pickle.dumps(graph)))
print(fx.GraphModule(model, pickle.loads(pickle.dumps(graph))).code == module.code)
folder = tempfile.mkdtemp()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    module.to_folder(folder, "Written")
print([str(w.message) for w in caught])
print(sorted(os.listdir(folder)))
print(open(os.path.join(folder, "module.py")).read().replace(folder, "FOLDER"))
