"""What scan and associative_scan refuse of their arguments."""
import torch
from torch._higher_order_ops import associative_scan, scan


def tried(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


def add(a, b):
    return a + b


def step(carry, x):
    return carry + x, carry + 0


tried(associative_scan, 3, torch.ones(2), 0)
tried(associative_scan, add, torch.ones(2), 0, combine_mode="other")
tried(associative_scan, add, torch.ones(3), 0, combine_mode="generic")
tried(scan, 3, torch.zeros(2), torch.ones(3, 2))
tried(scan, step, [], torch.ones(3, 2))
tried(scan, step, 1, torch.ones(3, 2))
tried(scan, step, torch.zeros(2), torch.ones(3, 2))
