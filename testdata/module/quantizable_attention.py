# Multi-head attention that is watched and quantised.
import torch
import torch.ao.quantization as tq
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention, self.quant, self.dequant = nn.MultiheadAttention(8, 2), tq.QuantStub(), tq.DeQuantStub()

    def forward(self, x):
        x = self.quant(x)
        return self.dequant(self.attention(x, x, x)[0])


torch.manual_seed(1)
model = Net().eval()
model.qconfig = tq.get_default_qconfig("fbgemm")
watched = tq.prepare(model)
x = torch.randn(3, 2, 8)
print(type(watched.attention), torch.allclose(watched(x), model.dequant(model.attention(x, x, x)[0]), atol=1e-5))
quantized = tq.convert(watched)
print(type(quantized.attention), list(quantized.attention._modules))
print(quantized(x)[0, 0])
for options in ({"add_zero_attn": True}, {"kdim": 6, "vdim": 5}, {"bias": False}):
    plain = nn.MultiheadAttention(8, 2, **options).eval()
    plain.qconfig = tq.get_default_qconfig("fbgemm")
    attention = torch.ao.nn.quantizable.MultiheadAttention.from_float(plain)
    k, v = torch.randn(4, 2, options.get("kdim", 8)), torch.randn(4, 2, options.get("vdim", 8))
    hidden = torch.tensor([[0, 0, 1, 1], [0, 0, 0, 1]]).bool()
    pairs = zip(attention(x, k, v, key_padding_mask=hidden), plain(x, k, v, key_padding_mask=hidden))
    print(options, [torch.allclose(a, b, atol=1e-5) for a, b in pairs])
