"""Small modules for tests of pruning."""

import torch
from torch import nn
from torch.ao.pruning import BaseSparsifier
from torch.nn import functional as F


class ImplementedSparsifier(BaseSparsifier):
    """Masks the first row of what it is given."""

    def __init__(self, **kwargs):
        super().__init__(defaults=kwargs)

    def update_mask(self, module, **kwargs):
        module.parametrizations.weight[0].mask[0] = 0
        linear_state = self.state["linear1.weight"]
        linear_state["step_count"] = linear_state.get("step_count", 0) + 1


class SimpleLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(7, 5, bias=False), nn.Linear(5, 6, bias=False), nn.Linear(6, 4, bias=False))
        self.linear1, self.linear2 = nn.Linear(4, 4, bias=False), nn.Linear(4, 10, bias=False)

    def forward(self, x):
        return self.linear2(self.linear1(self.seq(x)))


class MockSparseLinear(nn.Linear):
    pass


class LinearBias(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(7, 5), nn.Linear(5, 6, bias=False), nn.Linear(6, 3), nn.Linear(3, 3), nn.Linear(3, 10, bias=False))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.seq(x)


class LinearActivation(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(7, 5), nn.ReLU(), nn.Linear(5, 6, bias=False), nn.Tanh(), nn.Linear(6, 4))
        self.linear1, self.act1 = nn.Linear(4, 3), nn.ReLU()
        self.linear2, self.act2 = nn.Linear(3, 10, bias=False), nn.Tanh()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act2(self.linear2(self.act1(self.linear1(self.seq(x)))))


class LinearActivationFunctional(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(7, 5), nn.ReLU(), nn.Linear(5, 6, bias=False), nn.ReLU(), nn.Linear(6, 4))
        self.linear1, self.linear2, self.linear3 = nn.Linear(4, 3), nn.Linear(3, 8, bias=False), nn.Linear(8, 10, bias=False)
        self.act1 = nn.ReLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.linear3(F.relu(self.linear2(F.relu(self.linear1(self.seq(x)))))))


class SimpleConv2d(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Conv2d(1, 32, 3, 1, bias=False), nn.Conv2d(32, 64, 3, 1, bias=False))
        self.conv2d1, self.conv2d2 = nn.Conv2d(64, 48, 3, 1, bias=False), nn.Conv2d(48, 52, 3, 1, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.conv2d2(self.conv2d1(self.seq(x)))


class Conv2dBias(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Conv2d(1, 32, 3, 1), nn.Conv2d(32, 32, 3, 1), nn.Conv2d(32, 64, 3, 1, bias=False))
        self.conv2d1, self.conv2d2 = nn.Conv2d(64, 48, 3, 1), nn.Conv2d(48, 52, 3, 1, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.conv2d2(self.conv2d1(self.seq(x)))


class Conv2dActivation(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Conv2d(1, 32, 3, 1), nn.ReLU(), nn.Conv2d(32, 64, 3, 1), nn.Tanh(), nn.Conv2d(64, 64, 3, 1, bias=False), nn.ReLU())
        self.conv2d1, self.conv2d2 = nn.Conv2d(64, 48, 3, 1, bias=False), nn.Conv2d(48, 52, 3, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.hardtanh(self.conv2d2(F.relu(self.conv2d1(self.seq(x)))))


class Conv2dPadBias(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(
            nn.Conv2d(1, 32, 3, 1, padding=1), nn.ReLU(), nn.Conv2d(32, 32, 3, 1, bias=False), nn.ReLU(), nn.Conv2d(32, 32, 3, 1, padding=1), nn.ReLU(),
            nn.Conv2d(32, 32, 3, 1, padding=1), nn.ReLU(), nn.Conv2d(32, 64, 3, 1), nn.Tanh())
        self.conv2d1, self.act1 = nn.Conv2d(64, 48, 3, 1, padding=1), nn.ReLU()
        self.conv2d2, self.act2 = nn.Conv2d(48, 52, 3, 1, padding=1), nn.Tanh()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act2(self.conv2d2(self.act1(self.conv2d1(self.seq(x)))))


def _pooled(first, second):
    """Two convolutions, each behind a pool of its own kind."""
    return nn.Sequential(
        nn.Conv2d(1, first, 3, padding=1), nn.MaxPool2d(2, 2, padding=1), nn.ReLU(), nn.Conv2d(first, second, 3, padding=1), nn.Tanh(), nn.AvgPool2d(2, 2, padding=1))


class Conv2dPool(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = _pooled(32, 64)
        self.conv2d1, self.maxpool, self.af1 = nn.Conv2d(64, 48, 3, padding=1), nn.MaxPool2d(2, 2, padding=1), nn.ReLU()
        self.conv2d2, self.conv2d3 = nn.Conv2d(48, 52, 3, padding=1), nn.Conv2d(52, 52, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.af1(self.maxpool(self.conv2d1(self.seq(x))))
        x = F.relu(F.avg_pool2d(self.conv2d2(x), kernel_size=2, stride=2, padding=1))
        return self.conv2d3(x)


class Conv2dPoolFlattenFunctional(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = _pooled(3, 5)
        self.conv2d1, self.af1, self.conv2d2 = nn.Conv2d(5, 7, 3, padding=1), nn.ReLU(), nn.Conv2d(7, 11, 3, padding=1)
        self.avg_pool, self.fc = nn.AdaptiveAvgPool2d((1, 1)), nn.Linear(11, 13)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.max_pool2d(self.conv2d1(self.seq(x)), kernel_size=2, stride=2, padding=1)
        x = self.avg_pool(self.conv2d2(self.af1(x)))
        return self.fc(torch.flatten(x, 1))


class Conv2dPoolFlatten(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = _pooled(3, 5)
        self.conv2d1, self.af1, self.conv2d2 = nn.Conv2d(5, 7, 3, padding=1), nn.ReLU(), nn.Conv2d(7, 11, 3, padding=1)
        self.avg_pool, self.flatten, self.fc = nn.AdaptiveAvgPool2d((2, 2)), nn.Flatten(), nn.Linear(44, 13)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.max_pool2d(self.conv2d1(self.seq(x)), kernel_size=2, stride=2, padding=1)
        return self.fc(self.flatten(self.avg_pool(self.conv2d2(self.af1(x)))))


class LSTMLinearModel(nn.Module):
    def __init__(self, input_dim: int, hidden_dim: int, output_dim: int, num_layers: int):
        super().__init__()
        self.lstm, self.linear = nn.LSTM(input_dim, hidden_dim, num_layers), nn.Linear(hidden_dim, output_dim)

    def forward(self, input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        output, _ = self.lstm(input)
        return self.linear(output), output


class LSTMLayerNormLinearModel(nn.Module):
    def __init__(self, input_dim: int, hidden_dim: int, output_dim: int, num_layers: int):
        super().__init__()
        self.lstm, self.norm, self.linear = nn.LSTM(input_dim, hidden_dim, num_layers), nn.LayerNorm(hidden_dim), nn.Linear(hidden_dim, output_dim)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x, state = self.lstm(x)
        return self.linear(self.norm(x)), state


def rows_are_subset(subset_tensor, superset_tensor):
    i = 0
    for row in subset_tensor:
        while i < len(superset_tensor) and not (row == superset_tensor[i]).all():
            i += 1
        if i == len(superset_tensor):
            return False
        i += 1
    return True
