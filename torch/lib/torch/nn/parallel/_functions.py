"""Functions behind DataParallel: they move tensors between accelerators, of which there are none."""

import torch
from torch.autograd import Function


def _refused(name):
    """A function of autograd that is refused for tensors of the processor."""
    def forward(ctx, target, *inputs):
        raise AssertionError(f"{name} function not implemented for CPU tensors")

    def backward(ctx, *grads):
        raise AssertionError(f"{name} function not implemented for CPU tensors")

    return type(name, (Function,), {"__module__": __name__, "forward": staticmethod(forward), "backward": staticmethod(backward)})


Broadcast, ReduceAddCoalesced, Gather, Scatter = map(_refused, ("Broadcast", "ReduceAddCoalesced", "Gather", "Scatter"))


def _get_stream(device):
    """The stream that copies to a device run on; None for the processor."""
    if device.type == "cpu":
        return None
    raise RuntimeError(f"there is no device of type {device.type}")
