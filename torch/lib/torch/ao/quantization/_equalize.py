"""Scaling channels of layers that follow each other, so that all channels of a weight have similar ranges."""
import copy

import torch
from torch import nn
from torch.ao.nn import intrinsic as nni

__all__ = ["set_module_weight", "set_module_bias", "has_bias", "get_module_weight", "get_module_bias", "max_over_ndim", "min_over_ndim", "channel_range",
           "get_name_by_module", "cross_layer_equalization", "process_paired_modules_list_to_name", "expand_groups_in_paired_modules_list", "equalize", "converged"]

_supported_types = {nn.Conv2d, nn.Linear, nn.Conv1d}
_supported_intrinsic_types = {nni.ConvReLU2d, nni.LinearReLU, nni.ConvReLU1d}
_all_supported_types = _supported_types.union(_supported_intrinsic_types)


def _owner(module):
    """The module that has the parameters: of a fused one the first."""
    return module if type(module) in _supported_types else module[0]


def set_module_weight(module, weight):
    _owner(module).weight = nn.Parameter(weight)


def set_module_bias(module, bias):
    _owner(module).bias = nn.Parameter(bias)


def has_bias(module):
    return _owner(module).bias is not None


def get_module_weight(module):
    return _owner(module).weight


def get_module_bias(module):
    return _owner(module).bias


def max_over_ndim(input, axis_list, keepdim=False):
    axis_list.sort(reverse=True)
    for axis in axis_list:
        input, _ = input.max(axis, keepdim)
    return input


def min_over_ndim(input, axis_list, keepdim=False):
    axis_list.sort(reverse=True)
    for axis in axis_list:
        input, _ = input.min(axis, keepdim)
    return input


def channel_range(input, axis=0):
    """How far apart the least and the greatest element of each channel are."""
    others = [d for d in range(input.ndim) if d != axis]
    return max_over_ndim(input, others) - min_over_ndim(input, others)


def get_name_by_module(model, module):
    for name, found in model.named_modules():
        if found is module:
            return name
    raise ValueError("module is not in the model")


def cross_layer_equalization(module1, module2, output_axis=0, input_axis=1):
    """Scales the outputs of the first module and the inputs of the second, so that the ranges of both weights are the same for each channel between them."""
    if type(module1) not in _all_supported_types or type(module2) not in _all_supported_types:
        raise ValueError("module type not supported:", type(module1), " ", type(module2))
    bias = get_module_bias(module1) if has_bias(module1) else None
    weight1, weight2 = get_module_weight(module1), get_module_weight(module2)
    if weight1.size(output_axis) != weight2.size(input_axis):
        raise TypeError("Number of output channels of first arg do not match         number input channels of second arg")
    range1 = channel_range(weight1, output_axis)
    range2 = channel_range(weight2, input_axis)
    range2 += 1e-9  # never divide by 0
    scale = torch.sqrt(range1 / range2)
    inverse = torch.reciprocal(scale)
    if bias is not None:
        set_module_bias(module1, bias * inverse)
    set_module_weight(module1, weight1 * inverse.reshape([-1 if d == output_axis else 1 for d in range(weight1.ndim)]))
    set_module_weight(module2, weight2 * scale.reshape([-1 if d == input_axis else 1 for d in range(weight2.ndim)]))


def process_paired_modules_list_to_name(model, paired_modules_list):
    """Replaces modules of the groups by their names."""
    for group in paired_modules_list:
        for i, item in enumerate(group):
            if isinstance(item, nn.Module):
                group[i] = get_name_by_module(model, item)
            elif not isinstance(item, str):
                raise TypeError("item must be a nn.Module or a string")
    return paired_modules_list


def expand_groups_in_paired_modules_list(paired_modules_list):
    """Pairs of what stands side by side in the groups."""
    pairs = []
    for group in paired_modules_list:
        if len(group) == 1:
            raise ValueError("Group must have at least two modules")
        pairs += [[a, b] for a, b in zip(group, group[1:])]
    return pairs


def equalize(model, paired_modules_list, threshold=1e-4, inplace=True):
    """Equalizes the pairs of modules that the groups of names or modules are made of, until the weights change no more."""
    paired_modules_list = process_paired_modules_list_to_name(model, paired_modules_list)
    if not inplace:
        model = copy.deepcopy(model)
    pairs = expand_groups_in_paired_modules_list(paired_modules_list)
    names = {name for pair in pairs for name in pair}
    current = {name: module for name, module in model.named_modules() if name in names}
    previous = dict.fromkeys(current)
    while not converged(current, previous, threshold):
        for first, second in pairs:
            previous[first], previous[second] = copy.deepcopy(current[first]), copy.deepcopy(current[second])
            cross_layer_equalization(current[first], current[second])
    return model


def converged(curr_modules, prev_modules, threshold=1e-4):
    """Whether the weights differ less, in the sum of the norms of their differences."""
    if curr_modules.keys() != prev_modules.keys():
        raise ValueError("The keys to the given mappings must have the same set of names of modules")
    if None in prev_modules.values():
        return False
    change = torch.tensor(0.0)
    for name, module in curr_modules.items():
        change += torch.norm(get_module_weight(module).sub(get_module_weight(prev_modules[name])))
    return bool(change < threshold)
