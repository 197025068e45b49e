# Observers and modules that fake quantisation as script modules: what they see, what they tell, what archives keep of them.
import io
import warnings

import torch
from torch.ao.quantization import (
    FusedMovingAvgObsFakeQuantize, HistogramObserver, MinMaxObserver, MovingAverageMinMaxObserver, NoopObserver, PerChannelMinMaxObserver, PlaceholderObserver, RecordingObserver,
    default_fake_quant, default_fixed_qparams_range_0to1_fake_quant, default_per_channel_weight_fake_quant)

warnings.simplefilter("ignore")
torch.manual_seed(0)
x = torch.linspace(-1.5, 3.0, 24).reshape(4, 6)


def loaded(scripted):
    buffer = io.BytesIO()
    torch.jit.save(scripted, buffer)
    buffer.seek(0)
    return torch.jit.load(buffer)


for make in (
    MinMaxObserver, lambda: MinMaxObserver(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric), MovingAverageMinMaxObserver,
    lambda: PerChannelMinMaxObserver(ch_axis=1, dtype=torch.qint8, qscheme=torch.per_channel_symmetric), lambda: HistogramObserver(bins=16),
):
    observer = make()
    scripted = torch.jit.script(observer)
    print(scripted.original_name, [tuple(t.tolist()) for t in scripted.calculate_qparams()] if not isinstance(observer, PerChannelMinMaxObserver) else "nothing seen")
    for part in (x[:2], x):
        observer(part), scripted(part)
    print([[round(v, 6) for v in t.tolist()] for t in loaded(scripted).calculate_qparams()], scripted.dtype, scripted.qscheme)
    print(all(torch.equal(a, b) for a, b in zip(observer.buffers(), scripted.buffers())), sorted(scripted.state_dict()))

scripted = torch.jit.script(MinMaxObserver())
scripted(x)
print(scripted.extra_repr())
scripted.reset_min_max_vals()
print(scripted.min_val, scripted.max_val)
recording = torch.jit.script(RecordingObserver())
recording(x[0, :2])
print(recording.get_tensor_value())
for make in (PlaceholderObserver, NoopObserver):
    print(torch.jit.script(make())(x).sum())

for make in (default_fake_quant, default_per_channel_weight_fake_quant, default_fixed_qparams_range_0to1_fake_quant, FusedMovingAvgObsFakeQuantize):
    module = make()
    scripted = torch.jit.script(module)
    print(scripted.original_name, torch.equal(module(x), scripted(x)), torch.equal(module.scale, scripted.scale), scripted.zero_point.tolist())
    scripted.disable_observer()
    scripted.disable_fake_quant()
    print(torch.equal(scripted(x), x), scripted.observer_enabled.item(), scripted.fake_quant_enabled.item())
    scripted.enable_observer()
    print(scripted.observer_enabled.item(), [t.tolist() for t in scripted.calculate_qparams()][1])
