# Observers and fake quantisation: ranges by extremes and by averages, scales and zero points, switches, configurations.
import warnings
import torch
import torch.ao.quantization as quantization
from torch.ao.quantization import FakeQuantize, MinMaxObserver, MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver, PerChannelMinMaxObserver, QConfig

warnings.simplefilter("ignore")
torch.manual_seed(0)
first, second = torch.randn(4, 5) * 3, torch.randn(4, 5)


def observed(observer):
    observer(first)
    observer(second)
    return observer, observer.calculate_qparams()


for dtype in (torch.quint8, torch.qint8):
    for scheme in (torch.per_tensor_affine, torch.per_tensor_symmetric):
        print(observed(MinMaxObserver(dtype=dtype, qscheme=scheme)), observed(MovingAverageMinMaxObserver(dtype=dtype, qscheme=scheme)))
for scheme in (torch.per_channel_affine, torch.per_channel_symmetric, torch.per_channel_affine_float_qparams):
    print(observed(PerChannelMinMaxObserver(qscheme=scheme, ch_axis=1))[1], observed(MovingAveragePerChannelMinMaxObserver(qscheme=scheme))[1])
print(observed(MinMaxObserver(reduce_range=True))[1], observed(MinMaxObserver(quant_min=0, quant_max=15))[1], MinMaxObserver().calculate_qparams())

rounding = FakeQuantize()
print(rounding(first), rounding, sorted(rounding.state_dict()))
rounding.apply(quantization.disable_fake_quant).apply(quantization.disable_observer)
print(torch.equal(rounding(second), second), rounding.fake_quant_enabled, rounding.observer_enabled)
for make in (quantization.default_fake_quant, quantization.default_fused_act_fake_quant, quantization.default_fused_per_channel_wt_fake_quant, quantization.default_fixed_qparams_range_0to1_fake_quant):
    rounding = make()
    print(rounding(first).sum(), rounding(second).sum(), rounding.scale, rounding.zero_point)
x = first.clone().requires_grad_()
FakeQuantize(observer=MovingAveragePerChannelMinMaxObserver, quant_min=-8, quant_max=7, dtype=torch.qint8, qscheme=torch.per_channel_symmetric)(x).sum().backward()
print(x.grad)

print(quantization.default_qconfig, quantization.qconfig_equals(quantization.default_qconfig, QConfig(*quantization.default_qconfig)))
print(quantization.get_default_qat_qconfig("qnnpack").weight, MinMaxObserver.with_args(dtype=torch.qint8)().dtype, quantization.QuantWrapper(torch.nn.Linear(2, 2)))
for f in (lambda: MinMaxObserver(quant_min=5, quant_max=1), lambda: MinMaxObserver(qscheme=torch.per_channel_affine), lambda: FakeQuantize(observer=MinMaxObserver, quant_min=300, quant_max=400),
          lambda: QConfig(MinMaxObserver(), MinMaxObserver)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, str(e)[:100])
