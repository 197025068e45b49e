"""Classes of values under their module in PyTorch."""

from torch._dynamo.variables import *
