# A convolution trained with rounded weights, converted with its batch normalisation and positive part.
import inspect

import torch
import torch.ao.quantization as tq
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant, self.conv, self.bn, self.relu, self.dequant = tq.QuantStub(), nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), tq.DeQuantStub()

    def forward(self, x):
        return self.dequant(self.relu(self.bn(self.conv(self.quant(x)))))


torch.manual_seed(0)
model = tq.fuse_modules_qat(Net().train(), [["conv", "bn", "relu"]])
with torch.no_grad():
    model.conv[1].weight.copy_(torch.tensor([1.5, 0.5]))
model.qconfig = tq.get_default_qat_qconfig("fbgemm")
model = tq.prepare_qat(model)
x = torch.randn(2, 1, 4, 4)
print(model(x).grad_fn.name())
print(tq.convert(model.eval())(x))

scale, zero = torch.tensor([0.2], requires_grad=True), torch.tensor([1.0], requires_grad=True)
y = torch._fake_quantize_learnable_per_tensor_affine(x, scale, zero, 0, 7)
print(y.grad_fn.name())
low, high, step, at = torch.tensor(-1.0), torch.tensor(2.0), torch.tensor([1.0]), torch.tensor([0], dtype=torch.int32)
torch.fused_moving_avg_obs_fake_quant(x, torch.tensor(0), torch.tensor(1), low, high, step, at, 0.01, 0, 255, 0)
print(step, at, low)


class Texts:
    def first(self):
        return "one \
line"

    def second(self):
        return 2


print(inspect.getsource(Texts.first))
