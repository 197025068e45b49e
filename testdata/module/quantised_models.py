# Models quantised module by module: observers and conversion, dynamic quantisation, training with rounded numbers, fusing, files; the operators behind them.
import io
import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.qat as nniqat
import torch.ao.nn.qat as nnqat
import torch.ao.nn.quantized as nnq
import torch.ao.nn.quantized.functional as qF
from torch import nn
from torch.ao.quantization import (
    DeQuantStub, HistogramObserver, QuantStub, QuantWrapper, convert, default_qat_qconfig, default_qconfig, fuse_modules, fuse_modules_qat, get_default_qat_qconfig, get_default_qconfig,
    per_channel_dynamic_qconfig, prepare, prepare_qat, quantize_dynamic)

torch.manual_seed(0)
torch.backends.quantized.engine = "qnnpack"


def values(*shape, scale=1.0):
    """Numbers whose sums of products are exact."""
    n = torch.Size(shape).numel()
    return ((torch.arange(n) * 37 % 64 - 31).float() / 32 * scale).view(shape)


def fill(model):
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(values(*p.shape))
    return model


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.first, self.relu = nn.Conv2d(2, 4, 3, padding=1), nn.ReLU()
        self.second, self.join = nn.Conv2d(4, 4, 3, padding=1, groups=2), nnq.FloatFunctional()
        self.pool, self.last, self.act = nn.AdaptiveAvgPool2d(1), nn.Linear(4, 3), nn.Hardswish()

    def forward(self, x):
        x = self.relu(self.first(self.quant(x)))
        x = self.pool(self.join.add(x, self.second(x))).flatten(1)
        return self.dequant(self.act(self.last(x)))


model = fill(Residual()).eval()
model.qconfig = get_default_qconfig("qnnpack")
model = fuse_modules(model, [["first", "relu"]])
watched = prepare(model)
for i in range(3):
    watched(values(2, 2, 4, 4, scale=i + 1.0))
made = convert(watched)
print(made)
print(made(values(2, 2, 4, 4)), made.first.weight().int_repr().sum(), made.last.bias().detach())
state = io.BytesIO()
torch.save(made.state_dict(), state)
state.seek(0)
other = convert(prepare(model))
other.load_state_dict(torch.load(state))
print(torch.equal(other(values(2, 2, 4, 4)), made(values(2, 2, 4, 4))), list(made.state_dict()))

print("dynamic")
rows = fill(nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))).eval()
made = quantize_dynamic(rows, {nn.Linear}, dtype=torch.qint8)
print(made, made(values(2, 4)), list(made.state_dict()), made[0].weight())
print(quantize_dynamic(rows, {"0": per_channel_dynamic_qconfig})(values(2, 4)).detach())


class Cells(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = nn.LSTMCell(4, 3), nn.GRUCell(4, 3), nn.RNNCell(4, 3, nonlinearity="relu")

    def forward(self, x):
        return self.a(x), self.b(x), self.c(x)


made = quantize_dynamic(fill(Cells()))
print(made, made(values(2, 4)), list(made.state_dict()))
layers = quantize_dynamic(fill(nn.Sequential(nn.LSTM(4, 3, 2, bidirectional=True))), {nn.LSTM})
print(layers, layers(values(3, 2, 4)), list(layers.state_dict()))
layers = quantize_dynamic(fill(nn.Sequential(nn.GRU(4, 3, batch_first=True))), {nn.GRU})
print(layers, layers(values(2, 3, 4)))
packed = nn.utils.rnn.pack_sequence([values(3, 4), values(1, 4)])
print(layers(packed)[1])
rows = quantize_dynamic(fill(nn.Sequential(nn.Embedding(6, 4))), dtype=torch.quint8)
print(rows, rows(torch.tensor([1, 5])), list(rows.state_dict()))

print("training")
model = fill(nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))).train()
model = fuse_modules_qat(model, [["0", "1"]])
model.qconfig = get_default_qat_qconfig("qnnpack")
rounded = prepare_qat(QuantWrapper(model))
print(rounded)
rounded(values(8, 4)).sum().backward()
print(rounded.module[0].weight.grad.shape, type(rounded.module[0]) is nniqat.LinearReLU)
print(convert(rounded.eval())(values(2, 4)))
both = nniqat.ConvBn2d(1, 2, 3, qconfig=default_qat_qconfig)
print(both, both(values(2, 1, 5, 5)).shape, both.to_float(), both.freeze_bn_stats().bn.training)

print("operators")
x, y = (torch.quantize_per_tensor(values(2, 3, scale=s), 0.1, 3, torch.quint8) for s in (2.0, 1.0))
ops = torch.ops.quantized
print(ops.add.default._schema, ops.linear.default._schema, sep="\n")
for q in (ops.add(x, y, 0.2, 0), ops.add_relu(x, y, 0.1, 3), ops.mul(x, y, 0.2, 0), ops.cat([x, y], 0, 0.1, 0), ops.relu6(x), ops.clamp(x, -0.2, 0.3), ops.hardswish(x, 0.1, 2), ops.elu(x, 0.1, 9),
          ops.softmax(x, 1, 1 / 256, 0), ops.layer_norm(x, [3], None, None, 1e-5, 0.1, 100), ops.threshold(x, 0.1, 0.3), ops.leaky_relu(x, 0.1, False, 0.1, 2), ops.sigmoid(x, 1 / 256, 0)):
    print(q.int_repr().tolist(), q.q_scale(), q.q_zero_point())
for b in (0.25, -0.5, 10.0, -40.0, 0.0):
    for f in (ops.add_scalar, ops.mul_scalar, ops.add_scalar_relu, ops.mul_scalar_relu):
        q = f(x, b)
        print(b, q.int_repr().tolist(), q.q_scale(), q.q_zero_point())
for d in (1, 2, 3):
    q = torch.quantize_per_tensor(values(2, 4, *[5] * d, scale=2.0), 0.04, 103, torch.quint8)
    w = torch.quantize_per_channel(values(6, 2, *[3] * d), torch.tensor([0.01, 0.02, 0.03] * 2), torch.zeros(6).long(), 0, torch.qint8)
    out = getattr(qF, f"conv{d}d")(q, w, values(6), 2, 1, 1, 2, scale=0.2, zero_point=60)
    print(out.shape, out.stride(), out.int_repr().sum(), out.int_repr().flatten()[:8])

print("refused")


def refused(call):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


refused(lambda: nni.ConvReLU2d(nn.Conv2d(1, 1, 1), nn.Conv2d(1, 1, 1)))
refused(lambda: prepare_qat(nn.Linear(1, 1).eval()))
refused(lambda: nnqat.Linear(1, 1))
refused(lambda: nnq.FloatFunctional()(1))
refused(lambda: fuse_modules(nn.Sequential(nn.ReLU(), nn.Linear(1, 1)), ["0", "1"]))
refused(lambda: quantize_dynamic(nn.Linear(1, 1), dtype=torch.int8))
refused(lambda: get_default_qconfig("gpu"))
refused(lambda: HistogramObserver(qscheme=torch.per_channel_affine))
refused(lambda: setattr(torch.backends.quantized, "engine", "x"))
watch = HistogramObserver()
for i in range(3):
    watch(values(64) * (i + 1) + i)
print(watch.calculate_qparams(), watch.histogram.sum(), watch, convert(QuantWrapper(nn.ReLU())), default_qconfig.activation().quant_max)
