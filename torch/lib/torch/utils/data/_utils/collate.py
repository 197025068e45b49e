"""Batches of samples."""

import collections.abc

import torch
from torch.utils.data.dataloader import collate, default_collate, default_collate_err_msg_format, default_collate_fn_map, default_convert
