"""Names of the profiler."""

from torch.profiler import profile, record_function
