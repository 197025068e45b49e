"""Linear layers with rounded weights, whose inputs are quantised by their range when the model is converted."""

import torch
import torch.ao.nn.qat.modules.linear

__all__ = ["Linear"]


class Linear(torch.ao.nn.qat.modules.linear.Linear):
    """A linear layer that trains for dynamic quantisation; its qconfig watches activations by averages of weight one."""

    def __init__(self, in_features, out_features, bias=True, qconfig=None, device=None, dtype=None):
        super().__init__(in_features, out_features, bias, qconfig, device, dtype)
        if not torch.ao.quantization.qconfig._activation_is_memoryless(qconfig):
            raise ValueError("Dynamic QAT requires a memoryless observer." + "This means a MovingAverage observer with averaging constant equal to 1")
