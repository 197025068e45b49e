"""Batch norms without running statistics, which transforms cannot write."""

import torch


def batch_norm_without_running_stats(module):
    if isinstance(module, torch.nn.modules.batchnorm._BatchNorm) and module.track_running_stats:
        module.running_mean = module.running_var = module.num_batches_tracked = None
        module.track_running_stats = False


def replace_all_batch_norm_modules_(root):
    for module in root.modules():
        batch_norm_without_running_stats(module)
    return root
