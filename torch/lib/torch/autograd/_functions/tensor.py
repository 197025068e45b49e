"""Type and Resize as functions."""

import torch


class Type(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i, dest_type):
        ctx.input_type = type(i)
        return i.type(dest_type)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, None


class Resize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, tensor, sizes):
        ctx.input_sizes = tensor.size()
        return tensor.reshape(sizes)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.reshape(ctx.input_sizes), None
