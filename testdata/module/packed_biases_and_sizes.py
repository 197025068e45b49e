# What QNNPACK keeps of a bias, copies of packed weights, and how large files of quantised modules are.
import copy
import io
import warnings

import torch
from torch import nn

warnings.filterwarnings("ignore")
for engine in ("qnnpack", "onednn"):
    torch.backends.quantized.engine = engine
    q = torch.quantize_per_tensor(torch.ones(2, 2), 0.1, 0, torch.qint8)
    print(engine, torch.ops.quantized.linear_unpack(torch.ops.quantized.linear_prepack(q, None))[1])
    bias = nn.Parameter(torch.ones(2))
    kept = torch.ops.quantized.linear_unpack(torch.ops.quantized.linear_prepack(q, bias))[1]
    print(kept, kept is bias)
    m = torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2, bias=False)), {nn.Linear})
    print(m[1].bias(), type(m[0].bias()), m[0].bias().is_leaf)
    copied = copy.deepcopy(m)
    print(type(copied[0].bias()), copied[0].bias().requires_grad)
    buffer = io.BytesIO()
    torch.save(m.state_dict(), buffer)
    size = len(buffer.getvalue())
    buffer.seek(0)
    print(size, {k: type(v).__name__ for k, v in torch.load(buffer, weights_only=False).items()})
    buffer = io.BytesIO()
    torch.save(q, buffer)
    print(len(buffer.getvalue()))
