"""What the processor can do."""

import torch


def get_cpu_capability():
    return torch._C._get_cpu_capability()
