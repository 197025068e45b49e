import copy
import torch
import torch.ao.ns._numeric_suite as ns
import torch.ao.quantization as tq
import torch.nn as nn
from torch.ao.quantization._correct_bias import bias_correction, get_module, get_param
from torch.ao.quantization._equalize import channel_range, equalize, get_module_weight


def both(m, x):
    m.eval()
    m.qconfig = tq.default_qconfig
    q = tq.prepare(copy.deepcopy(m))
    q(x)
    return m, tq.convert(q)


torch.manual_seed(0)
plain = nn.Sequential(tq.QuantStub(), nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Conv2d(2, 2, 1), tq.DeQuantStub())
m, q = both(plain, torch.rand(2, 1, 6, 6))
print({k: (v["float"].shape, v["quantized"].dtype) for k, v in ns.compare_weights(m.state_dict(), q.state_dict()).items()})
d = ns.compare_model_outputs(copy.deepcopy(m), copy.deepcopy(q), torch.rand(2, 1, 6, 6))
print({k: (v["float"][0].shape, v["quantized"][0].dtype) for k, v in d.items()})
d = ns.compare_model_stub(copy.deepcopy(m), copy.deepcopy(q), {nn.Conv2d}, torch.rand(2, 1, 6, 6))
print({k: (v["float"][0].shape, v["quantized"][0].dtype) for k, v in d.items()})
before = q[1].bias().clone()
bias_correction(m, q, [(torch.rand(2, 1, 6, 6),)])
print(torch.equal(get_param(get_module(q, "1.orig_module"), "bias"), before), type(q[1]).__name__)
m = nn.Sequential(nn.Conv2d(2, 4, 1), nn.ReLU(), nn.Conv2d(4, 3, 1))
e = equalize(m, [["0", m[2]]], 1e-6, inplace=False)
print((channel_range(get_module_weight(e[0]), 0) - channel_range(get_module_weight(e[2]), 1)).abs() < 1e-4)
x = torch.rand(1, 2, 3, 3)
print(torch.allclose(m(x), e(x), atol=1e-6))
