"""The average of tensors among the processes of a group."""
import itertools

import torch
import torch.distributed as dist

__all__ = ["average_parameters", "get_params_to_average", "average_parameters_or_parameter_groups"]


def average_parameters(params, process_group):
    """Replaces every tensor by its mean over the group, all sent as one."""
    group = process_group if process_group is not None else dist.group.WORLD
    if dist._rank_not_in_group(group):
        return
    first, second = itertools.tee(params)
    flat = torch.cat([p.data.reshape(-1) for p in first])
    flat /= dist.get_world_size(group)
    dist.all_reduce(flat, group=group)
    offset = 0
    for p in second:
        p.data = flat[offset:offset + p.numel()].view_as(p).type_as(p)
        offset += p.numel()


def get_params_to_average(params):
    """The parameters that have a gradient, of parameters or of parameter groups."""
    found = []
    for p in params:
        if isinstance(p, torch.nn.Parameter):
            members = [p]
        elif isinstance(p, dict):
            members = p["params"]
        else:
            raise NotImplementedError(f"Parameter input of type {type(p)} is not supported")
        found.extend(member for member in members if member.grad is not None)
    return found


def average_parameters_or_parameter_groups(params, process_group):
    average_parameters(iter(get_params_to_average(params)), process_group)
