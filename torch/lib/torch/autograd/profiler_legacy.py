"""The old profiler."""
from torch.autograd.profiler import profile
