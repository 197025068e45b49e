"""Data, training and weight quantisation that tests of quantization share."""
import os

import torch
from torch import nn
from torch.testing._internal.common_quantized import pack_uint4


def _dynamically_quantize_per_channel(x, quant_min, quant_max, target_dtype):
    """Rows of a matrix as integers, symmetric around zero: integers, scales, zero points."""
    reach = x.abs().amax(dim=1)
    scales = (reach / (float(quant_max - quant_min) / 2)).clamp(min=torch.finfo(torch.float32).eps).to(x.dtype)
    zero_points = torch.zeros(x.size(0), dtype=torch.int64, device=x.device)
    levels = torch.round(x / scales[:, None]) + zero_points[:, None]
    return levels.clamp(quant_min, quant_max).to(target_dtype), scales, zero_points


def _columns_in_groups(w, size):
    """The columns of a matrix, cut into groups of one size, a group in each row."""
    if w.dim() != 2:
        raise AssertionError(f"Expected w.dim() == 2, got {w.dim()}")
    columns = w.transpose(0, 1).contiguous()
    return columns, columns.reshape(-1, size)


def _group_quantize_tensor(w, n_bit=4, q_group_size=16):
    """Integers of n_bit bits for the columns of a matrix, and the scale and middle of each group as torch's int4 products take them."""
    columns, groups = _columns_in_groups(w, q_group_size)
    low, high = groups.aminmax(dim=1, keepdim=True)
    top = 2**n_bit - 1
    scales = (high - low).clamp(min=1e-6) / top
    middles = low + scales * 2 ** (n_bit - 1)
    levels = groups.sub(low).div(scales).round().clamp_(0, top).to(torch.int32).reshape(columns.shape)
    if levels.device.type != "cpu":
        levels = (levels[:, ::2] << 4 | levels[:, 1::2]).to(torch.uint8)
    pairs = torch.stack([part.reshape(columns.shape[0], -1) for part in (scales, middles)], dim=2)
    return levels, pairs.transpose(0, 1).contiguous()


def _group_quantize_tensor_symmetric(w, n_bit=4, groupsize=32):
    """The columns of a matrix as packed pairs of 4-bit integers around 8, and the scale of each group."""
    columns, groups = _columns_in_groups(w, groupsize)
    top = 2 ** (n_bit - 1) - 1
    scales = groups.abs().amax(dim=1, keepdim=True).clamp(min=torch.finfo(torch.float32).eps) / top
    levels = groups.float().div(scales.float()).round().clamp(-top - 1, top) + 2 ** (n_bit - 1)
    return pack_uint4(levels.to(torch.uint8)), scales.to(torch.float32).reshape(-1)


def _uniform_levels(low, high, shape):
    """Whole floats between two bounds, the upper one left out."""
    return torch.randint(low, high, tuple(shape)).to(torch.float)


def _make_conv_test_input(batch_size, in_channels_per_group, input_feature_map_size, out_channels_per_group, groups, kernel_size, X_scale, X_zero_point,
                          W_scale, W_zero_point, use_bias, use_channelwise):
    """Input, weight and bias of a quantised convolution, as floats on the grid of their quantised forms and in these forms."""
    in_channels, out_channels = in_channels_per_group * groups, out_channels_per_group * groups
    X = X_scale * (_uniform_levels(0, 4, (batch_size, in_channels, *input_feature_map_size)) - X_zero_point)
    X_q = torch.quantize_per_tensor(X, scale=X_scale, zero_point=X_zero_point, dtype=torch.quint8)
    levels = _uniform_levels(-5, 5, (out_channels, in_channels_per_group, *kernel_size))
    W_scale, W_zero_point = [(list(part) * out_channels)[:out_channels] for part in (W_scale, W_zero_point)]
    scales, zero_points = torch.tensor(W_scale, dtype=torch.float), torch.tensor(W_zero_point, dtype=torch.float)
    column = (-1, *[1] * (levels.dim() - 1))
    if use_channelwise:
        W = scales.reshape(column) * (levels - zero_points.reshape(column))
        b = X_scale * scales * _uniform_levels(0, 10, (out_channels,)) if use_bias else None
        W_q = torch.quantize_per_channel(W, scales.to(torch.double), zero_points.to(torch.long), 0, dtype=torch.qint8)
    else:
        W = W_scale[0] * (levels - W_zero_point[0])
        b = X_scale * W_scale[0] * _uniform_levels(0, 10, (out_channels,)) if use_bias else None
        W_q = torch.quantize_per_tensor(W, scale=W_scale[0], zero_point=W_zero_point[0], dtype=torch.qint8)
    return X, X_q, W, W_q, b


def _make_conv_add_extra_input_tensor(scale, zero_point, sizes):
    """A float tensor on the grid of its quantised form, and this form: what a fused convolution adds."""
    extra = scale * (_uniform_levels(0, 4, sizes) - zero_point)
    return extra, torch.quantize_per_tensor(extra, scale=scale, zero_point=zero_point, dtype=torch.quint8)


class AverageMeter:
    """The last value of a measure and the average of all."""

    def __init__(self, name, fmt=":f"):
        self.name, self.fmt = name, fmt
        self.reset()

    def reset(self):
        self.val = self.avg = self.sum = 0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count

    def __str__(self):
        form = self.fmt.removeprefix(":")
        return f"{self.name} {self.val:{form}} ({self.avg:{form}})"


def accuracy(output, target, topk=(1,)):
    """The share, in per cent, of samples whose class is among the k highest, for each k."""
    with torch.no_grad():
        hits = output.topk(max(topk), 1, True, True).indices.t().eq(target[None])
        return [hits[:k].view(-1).float().sum(0, keepdim=True) * (100.0 / target.size(0)) for k in topk]


def train_one_epoch(model, criterion, optimizer, data_loader, device, ntrain_batches):
    """Trains on at most one batch more than asked for."""
    model.train()
    for done, (image, target) in enumerate(data_loader, 1):
        print(".", end="")
        image, target = image.to(device), target.to(device)
        loss = criterion(model(image), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if done >= ntrain_batches:
            return


def ddp_setup(rank, world_size):
    os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "localhost", "12355"
    torch.distributed.init_process_group("gloo", rank=rank, world_size=world_size)


def ddp_cleanup():
    torch.distributed.destroy_process_group()


def run_ddp(rank, world_size, prepared):
    """Steps of training of a prepared model in one process of several."""
    ddp_setup(rank, world_size)
    prepared = nn.parallel.DistributedDataParallel(prepared.cuda(), device_ids=[rank])
    prepared.to(rank)
    optimizer = torch.optim.SGD(prepared.parameters(), lr=0.0001)
    train_one_epoch(prepared, nn.CrossEntropyLoss(), optimizer, [(torch.randn(10, 3, 20, 20), torch.randint(0, 2, (10,)))], rank, 1)
    ddp_cleanup()
