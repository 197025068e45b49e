"""Trains a small multi-layer perceptron on a spiral of two classes, with a compiled training step."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._dynamo.utils import counters

torch.manual_seed(0)


def spiral(points, turns=1.5):
    """Two interleaved spirals: points x 2 coordinates and their class."""
    t = torch.linspace(0.1, 1.0, points) * turns * 2 * math.pi
    arms = []
    for shift in (0.0, math.pi):
        arms.append(torch.stack([t * torch.cos(t + shift), t * torch.sin(t + shift)], dim=1) / 10)
    labels = torch.cat([torch.zeros(points, dtype=torch.int64), torch.ones(points, dtype=torch.int64)])
    return torch.cat(arms), labels


class MLP(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 2))

    def forward(self, x):
        return self.layers(x)


model = MLP()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
x, y = spiral(100)


@torch.compile
def loss_of(x, y):
    return F.cross_entropy(model(x), y)


for step in range(201):
    optimizer.zero_grad()
    loss = loss_of(x, y)
    loss.backward()
    optimizer.step()
    if step % 50 == 0:
        with torch.no_grad():
            accuracy = (model(x).argmax(dim=1) == y).float().mean().item()
        print(f"step {step:3d}  loss {loss.item():.4f}  accuracy {accuracy:.2f}")

print(f"{counters['stats']['unique_graphs']} graph compiled, {counters['stats']['calls_captured']} operations captured")
