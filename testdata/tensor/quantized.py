# Quantised tensors: integers with a scale and a zero point, of the whole tensor or of each channel; what moves and what computes; files.
import io
import torch
import torch.nn.functional as F

x = torch.tensor([[-1.0, 0.0, 0.37], [2.5, 100.0, -100.0]])
q = torch.quantize_per_tensor(x, 0.1, 10, torch.quint8)
print(q, q.int_repr(), q.dequantize(), q.q_scale(), q.q_zero_point(), q.qscheme())
print(q.dtype, q.is_quantized, x.is_quantized, q.element_size(), q.nbytes, q.is_floating_point(), torch.is_floating_point(q), q.type(), len(q.storage()))
for dtype in (torch.qint8, torch.qint32):
    print(torch.quantize_per_tensor(x, 0.1, 0, dtype))
for zeros in (torch.tensor([10, 0]), torch.tensor([1.5, 0.0])):
    c = torch.quantize_per_channel(x, torch.tensor([0.1, 0.5]), zeros, 0, torch.quint8)
    print(c, c.q_per_channel_scales(), c.q_per_channel_zero_points(), c.q_per_channel_axis())
print(c[0])
c = torch.quantize_per_channel(x, torch.tensor([0.1, 0.5]), torch.tensor([10, 0]), 0, torch.quint8)
print(c[0], c[:1], c[:, 1:].q_per_channel_axis(), c.unsqueeze(0).q_per_channel_axis(), c.unbind()[1].q_scale())
print(torch.quantize_per_tensor_dynamic(x, torch.quint8, False), torch.quantize_per_tensor([x, x], torch.tensor([0.1, 0.2]), torch.tensor([0, 1]), torch.quint8)[1])
print(torch._make_per_tensor_quantized_tensor(torch.tensor([1, 2], dtype=torch.uint8), 0.5, 1), torch._empty_affine_quantized([2], scale=0.5, zero_point=1, dtype=torch.quint8).shape)

for f in (lambda: q[0], lambda: q[:, 1:], lambda: q.view(-1), lambda: q.t(), lambda: torch.cat([q, q]), lambda: torch.stack([q, q]), lambda: q.flip(0), lambda: q.relu(), lambda: q.clamp(0, 1),
          lambda: q.mean(1), lambda: q.max(), lambda: q.sort()[1], lambda: torch.sigmoid(q), lambda: torch.tanh(q), lambda: F.hardtanh(q), lambda: F.leaky_relu(q),
          lambda: F.max_pool2d(torch.quantize_per_tensor(torch.arange(16.0).view(1, 1, 4, 4), 1.0, 0, torch.quint8), 2), lambda: torch.topk(q, 2)[0]):
    r = f()
    print(r.int_repr().tolist() if r.is_quantized else r.tolist(), r.q_scale() if r.is_quantized else "")

other = torch._empty_affine_quantized([2, 3], scale=0.5, zero_point=1, dtype=torch.quint8)
print(other.copy_(x).int_repr().tolist(), other.copy_(q).q_scale(), torch.equal(other, q), (q == q).all().item(), q.clone().fill_(1.0).int_repr().tolist(), q[0, 1].item())
buffer = io.BytesIO()
torch.save({"q": q, "c": c}, buffer)
buffer.seek(0)
loaded = torch.load(buffer)
print(torch.equal(loaded["q"], q), torch.equal(loaded["c"], c), loaded["c"].qscheme())

for f in (lambda: q.float(), lambda: torch.quantize_per_tensor(x, 0.1, 10, torch.uint8), lambda: torch.quantize_per_tensor(x, 0.1, 1000, torch.quint8), lambda: torch.quantize_per_tensor(x.int(), 0.1, 0, torch.quint8),
          lambda: c.q_scale(), lambda: q.numpy(), lambda: q.tolist(), lambda: x.q_scale(), lambda: q.nonzero(), lambda: c.t(), lambda: c.relu(), lambda: torch.cat([c, c])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:90])
