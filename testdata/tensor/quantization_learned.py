"""Rounding with learned scales, averages of ranges, and rows of embeddings in bytes."""
import torch
import torch.ao.quantization as tq
from torch.ao.quantization._learnable_fake_quantize import _LearnableFakeQuantize

x0 = torch.linspace(-3, 3, 12).reshape(3, 4)


def show(*tensors):
    print(*([round(v, 4) for v in t.detach().float().flatten().tolist()] for t in tensors))


for least, greatest, factor in ((0, 255, 1.0), (-8, 7, 0.5), (0, 3, 0.1)):
    x, s, z = x0.clone().requires_grad_(), torch.tensor([0.2], requires_grad=True), torch.tensor([1.3], requires_grad=True)
    y = torch._fake_quantize_learnable_per_tensor_affine(x, s, z, least, greatest, factor)
    y.backward(torch.linspace(0.5, 1.5, 12).reshape(3, 4))
    show(y, x.grad, s.grad, z.grad)
    x, s, z = x0.clone().requires_grad_(), torch.tensor([0.2, 0.1, 0.3, 0.4], requires_grad=True), torch.tensor([0.0, 1.0, 2.6, -1.0], requires_grad=True)
    y = torch._fake_quantize_learnable_per_channel_affine(x, s, z, 1, least, greatest, factor)
    y.backward(torch.linspace(0.5, 1.5, 12).reshape(3, 4))
    show(y, x.grad, s.grad, z.grad)

for symmetric in (False, True):
    low, high, scale, zero = torch.tensor([float("inf")]), torch.tensor([float("-inf")]), torch.tensor([1.0]), torch.tensor([0], dtype=torch.int32)
    for k in range(3):
        y = torch.fused_moving_avg_obs_fake_quant(x0 + k, torch.tensor([1]), torch.tensor([1]), low, high, scale, zero, 0.1, 0, 255, 0, False, symmetric)
        show(y, low, high, scale, zero)
low, high, scale, zero = torch.empty(0), torch.empty(0), torch.empty(0), torch.empty(0, dtype=torch.int32)
y = torch.fused_moving_avg_obs_fake_quant(x0, torch.tensor([1]), torch.tensor([0]), low, high, scale, zero, 0.1, -128, 127, 0, True, True)
show(y, low, high)

for kind, options in ((tq.MovingAverageMinMaxObserver, {}), (tq.MovingAveragePerChannelMinMaxObserver, {"channel_len": 3})):
    m = _LearnableFakeQuantize(kind, 0, 255, use_grad_scaling=True, **options)
    show(m(x0 + 0.123), m.scale, m.zero_point)
    m.enable_param_learning()
    m(x0 + 0.1).sum().backward()
    show(m.scale.grad, m.zero_point.grad, m.calculate_qparams()[1])
    m.enable_static_observation()
    print(m.bitwidth, m(x0 * 2).equal(x0 * 2), [b for b, _ in m.named_buffers()][:3])
for bad in ({"quant_min": 5, "quant_max": 5}, {"channel_len": 0}, {"quant_min": -1}):
    try:
        _LearnableFakeQuantize(tq.MovingAverageMinMaxObserver, **bad)
    except AssertionError as e:
        print(e)

w = torch.linspace(-1, 2, 24).reshape(3, 8) ** 2
for bits, name in ((8, "byte"), (4, "4bit"), (2, "2bit")):
    packed = getattr(torch.ops.quantized, f"embedding_bag_{name}_prepack")(w)
    print(packed.tolist())
    show(getattr(torch.ops.quantized, f"embedding_bag_{name}_unpack")(packed))
    bag = getattr(torch.ops.quantized, f"embedding_bag_{name}_rowwise_offsets")
    show(bag(packed, torch.tensor([0, 2, 1]), torch.tensor([0, 2])))
    show(bag(packed, torch.tensor([0, 2, 1]), torch.tensor([0, 2]), per_sample_weights=torch.tensor([1.0, 2.0, 0.5])))
