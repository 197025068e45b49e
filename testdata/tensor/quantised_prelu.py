import torch
import torch.nn as nn
from torch.ao.quantization import get_default_qconfig_mapping
from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.act = nn.Linear(4, 4), nn.PReLU()

    def forward(self, x):
        return self.act(self.linear(x))


torch.manual_seed(0)
x = torch.randn(3, 4)
prepared = prepare_fx(Model().eval(), get_default_qconfig_mapping("fbgemm"), (x,))
prepared(x)
converted = convert_fx(prepared)
print(converted.act.scale, converted.act.zero_point, converted.act.weight.dtype)
print(converted(x))

# What is positive is multiplied by one as the weight's type can say it.
for scale, slope in ((0.00098, 0.25), (0.01, 0.25), (0.02, 2.0)):
    for zero_point in (0, 100):
        q = torch.quantize_per_tensor(torch.linspace(-2, 2, 9), 0.02, 64, torch.quint8)
        weight = torch.quantize_per_tensor(torch.tensor([slope]), scale, zero_point, torch.quint8)
        print(scale, slope, zero_point, torch.ops.quantized.prelu(q, weight, 0.013, 70).int_repr().tolist())

plain = torch.ones(2, 3)
for call in (
    lambda: torch.ops.quantized.add(plain, plain, 0.1, 0),
    lambda: torch.ops.quantized.mul_relu(plain, plain, 0.1, 0),
    lambda: torch.ops.quantized.cat([plain, plain], 0, 0.1, 0),
    lambda: torch.ops.quantized.hardswish(plain, 0.1, 0),
    lambda: torch.ops.quantized.relu6(plain),
    lambda: torch.ops.quantized.prelu(plain, torch.ones(1), 0.1, 0),
    lambda: torch.ops.quantized.linear_prepack(plain),
):
    try:
        call()
    except NotImplementedError as e:
        print(str(e).partition(". This")[0])
