"""Small modules for tests of pruning."""

from torch import nn


class SimpleLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(7, 5, bias=False), nn.Linear(5, 6, bias=False), nn.Linear(6, 4, bias=False))
        self.linear1, self.linear2 = nn.Linear(4, 4, bias=False), nn.Linear(4, 10, bias=False)

    def forward(self, x):
        return self.linear2(self.linear1(self.seq(x)))


class MockSparseLinear(nn.Linear):
    pass


def rows_are_subset(subset_tensor, superset_tensor):
    i = 0
    for row in subset_tensor:
        while i < len(superset_tensor) and not (row == superset_tensor[i]).all():
            i += 1
        if i == len(superset_tensor):
            return False
        i += 1
    return True
