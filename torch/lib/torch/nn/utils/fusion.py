"""Layers folded into one for inference."""

import copy

import torch


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """Weight and bias of the convolution that does what it and the batch norm behind it do."""
    bias = conv_b if conv_b is not None else torch.zeros_like(bn_rm)
    scale = torch.rsqrt(bn_rv + bn_eps) * (bn_w if bn_w is not None else torch.ones_like(bn_rm))
    shape = [1, -1] + [1] * (conv_w.dim() - 2) if transpose else [-1] + [1] * (conv_w.dim() - 1)
    weight = (conv_w * scale.reshape(shape)).to(dtype=conv_w.dtype)
    shift = bn_b if bn_b is not None else torch.zeros_like(bn_rm)
    bias = ((bias - bn_rm) * scale + shift).to(dtype=bias.dtype)
    return torch.nn.Parameter(weight, conv_w.requires_grad), torch.nn.Parameter(bias, bias.requires_grad)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    bias = linear_b if linear_b is not None else torch.zeros_like(bn_rm)
    scale = bn_w * torch.rsqrt(bn_rv + bn_eps)
    weight = (linear_w * scale.unsqueeze(-1)).to(dtype=linear_w.dtype)
    shifted = ((bias - bn_rm) * scale + bn_b).to(dtype=bias.dtype)
    return torch.nn.Parameter(weight, linear_w.requires_grad), torch.nn.Parameter(shifted, shifted.requires_grad)


def _fused(layer, bn, weights, *more):
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    made = copy.deepcopy(layer)
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("the batch norm has no running statistics")
    made.weight, made.bias = weights(made.weight, made.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, *more)
    return made


def fuse_conv_bn_eval(conv, bn, transpose=False):
    return _fused(conv, bn, fuse_conv_bn_weights, transpose)


def fuse_linear_bn_eval(linear, bn):
    if linear.out_features != bn.num_features and bn.num_features != 1:
        raise AssertionError(f"To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got linear.out_features={linear.out_features} and bn.num_features={bn.num_features}")
    return _fused(linear, bn, fuse_linear_bn_weights)
