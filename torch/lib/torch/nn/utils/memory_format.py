"""Memory formats of the weights of convolutions."""

import torch


def _convert(module, memory_format, dims, layers):
    if isinstance(module, layers):
        module.weight.data = module.weight.detach().clone().contiguous(memory_format=memory_format)
    for child in module.children():
        _convert(child, memory_format, dims, layers)
    return module


def convert_conv2d_weight_memory_format(module, memory_format):
    return _convert(module, memory_format, 4, (torch.nn.Conv2d, torch.nn.ConvTranspose2d))


def convert_conv3d_weight_memory_format(module, memory_format):
    return _convert(module, memory_format, 5, (torch.nn.Conv3d, torch.nn.ConvTranspose3d))
