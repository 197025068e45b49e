"""Memory is not pinned where there is no accelerator; convolutions, recurrent networks and packed sequences refuse what PyTorch refuses."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence

x, w = torch.ones(2, 4, 6, 6), torch.ones(4, 4, 3, 3)
calls = [
    lambda: torch.ones(2).pin_memory(), lambda: torch.zeros(2, pin_memory=True), lambda: torch.tensor([1.0], pin_memory=True),
    lambda: torch.ones(2).untyped_storage().pin_memory(), lambda: torch.ones(2).is_pinned(), lambda: pack_sequence([torch.ones(2)]).pin_memory(),
    lambda: F.conv2d(x, w, dilation=0), lambda: F.conv2d(x.double(), w.double(), dilation=0), lambda: F.conv2d(x, w, dilation=-1),
    lambda: F.conv2d(torch.zeros(2, 0, 6, 6), torch.zeros(4, 0, 3, 3)).shape, lambda: F.conv1d(torch.zeros(0, 3, 6), torch.zeros(4, 3, 3)).shape,
    lambda: F.conv_transpose2d(torch.zeros(2, 4, 0, 0), w), lambda: nn.LSTM(3, 4)(torch.zeros(0, 1, 3)),
    lambda: nn.GRU(3, 4, bidirectional=True)(torch.zeros(0, 1, 3)), lambda: pack_padded_sequence(pack_sequence([torch.ones(2)]), [1]),
    lambda: F.fractional_max_pool2d(x, 2, output_ratio=0.5), lambda: F.fractional_max_pool3d(torch.ones(1, 1, 4, 4, 4), 2, output_ratio=0.5).shape,
    lambda: torch.ops.quantized.linear_prepack_fp16(torch.ones(2, 2), None),
]
for call in calls:
    try:
        print(call())
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, e)
