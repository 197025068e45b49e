"""Gradients of convolutions."""

import torch
from torch.nn.modules.utils import _pair, _single, _triple


def _weight(ntuple, transposed_zero):
    def of(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
        weight = grad_output.new_empty(1).expand(weight_size)
        return torch.ops.aten.convolution_backward(grad_output, input, weight, None, ntuple(stride), ntuple(padding), ntuple(dilation), False, transposed_zero, groups,
                                                   (False, True, False))[1]

    return of


def _input(ntuple, transposed_zero):
    def of(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
        input = grad_output.new_empty(1).expand(input_size)
        return torch.ops.aten.convolution_backward(grad_output, input, weight, None, ntuple(stride), ntuple(padding), ntuple(dilation), False, transposed_zero, groups,
                                                   (True, False, False))[0]

    return of


conv1d_input, conv2d_input, conv3d_input = _input(_single, [0]), _input(_pair, (0, 0)), _input(_triple, (0, 0, 0))
conv1d_weight, conv2d_weight, conv3d_weight = _weight(_single, [0]), _weight(_pair, (0, 0)), _weight(_triple, (0, 0, 0))
