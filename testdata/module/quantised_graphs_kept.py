# What prepared and converted graphs keep: attributes of the model, packed weights in the state, what converting needs to know; and what the patterns of a backend say.
import copy
import enum
import io
import warnings
from collections import OrderedDict

import torch
import torch.ao.quantization as q
from torch import nn
from torch.ao.quantization.backend_config import BackendConfig, BackendPatternConfig, DTypeConfig, get_native_backend_config
from torch.ao.quantization.backend_config.utils import (
    _get_pattern_in_reversed_nested_tuple_format, get_fused_module_classes, get_fuser_method_mapping, get_module_to_qat_module, get_pattern_to_dtype_configs,
    get_pattern_to_input_type_to_index, get_qat_module_classes, get_root_module_to_quantized_reference_module, pattern_to_human_readable)
from torch.ao.quantization.quantize_fx import convert_fx, fuse_fx, prepare_fx, prepare_qat_fx
from torch.fx.graph_module import _USER_PRESERVED_ATTRIBUTES_KEY
from torch.testing._internal.common_utils import TestCase

warnings.simplefilter("ignore")
torch.manual_seed(0)


def refused(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


m = nn.Sequential(nn.Linear(2, 2)).eval()
m.mine = 3
p = prepare_fx(m, {"": q.default_qconfig}, (torch.randn(1, 2),), prepare_custom_config={"preserved_attributes": ["mine", "missing"]})
print(p.meta[_USER_PRESERVED_ATTRIBUTES_KEY], p.mine, copy.deepcopy(p).mine)
known = p.meta["_observed_graph_module_attrs"]
print(type(known).__name__, known.node_name_to_scope, known.observed_node_names, known.is_qat, known.is_observed_standalone_module, known.equalization_node_name_to_qconfig)
again = copy.deepcopy(p)
c = convert_fx(p)
print(c.meta, hasattr(c, "mine"))
c = convert_fx(again, convert_custom_config={"preserved_attributes": ["mine"]})
print(c.meta, c.mine, fuse_fx(m, fuse_custom_config={"preserved_attributes": ["mine"]}).meta)


class Function(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.w, self.b = torch.full((3, 3), w), torch.zeros(3)

    def forward(self, x):
        return nn.functional.linear(x, self.w, self.b)


def converted(w):
    p = prepare_fx(Function(w).eval(), {"": q.default_qconfig}, (torch.ones(2, 3),))
    p(torch.linspace(0, 1, 6).view(2, 3))
    return convert_fx(p)


c, other = converted(0.5), converted(2.0)
print(list(c.state_dict()))
named = convert_fx(prepare_fx(nn.Sequential(OrderedDict(part=Function(1.0))).eval(), {"": q.default_qconfig}, (torch.ones(2, 3),)))
print(list(named.state_dict()))
refused(lambda: named.load_state_dict(named.state_dict()))
f = io.BytesIO()
torch.save(c.state_dict(), f)
f.seek(0)
other.load_state_dict(torch.load(f, weights_only=False))
x = torch.linspace(0, 1, 6).view(2, 3)
print(torch.equal(c(x), other(x)), c(x))


class Sizes(nn.Module):
    def forward(self, x):
        mul = [1] * (x.ndim - 2)
        return torch.add(x.view([-1, x.size(1)] + mul), x.ndim - 1)


p = prepare_fx(Sizes().eval(), q.get_default_qconfig_mapping("fbgemm"), (torch.rand(4, 4, 1, 1),))
p(torch.rand(4, 4, 1, 1))
print(convert_fx(p).code)

for make in (q.get_default_qconfig, q.get_default_qat_qconfig, q.get_default_qconfig_mapping, q.get_default_qat_qconfig_mapping):
    refused(lambda: make("imaginary"))

native = get_native_backend_config()
print(len(get_pattern_to_dtype_configs(native)), len(get_pattern_to_input_type_to_index(native)), len(get_fuser_method_mapping(native)))
print(sorted(k.__name__ for k in get_qat_module_classes(native)), sorted(k.__name__ for k in get_fused_module_classes(native)))
print({k.__name__: v.__name__ for k, v in get_root_module_to_quantized_reference_module(native).items()})
print({k.__name__: v.__name__ for k, v in get_module_to_qat_module(native).items()})
print(pattern_to_human_readable((nn.ReLU, (nn.functional.max_pool2d, "view"))))
for pattern in ((nn.Conv2d, nn.ReLU), (nn.Conv2d, nn.BatchNorm2d, nn.ReLU), nn.Linear, (nn.Conv2d,)):
    refused(lambda: _get_pattern_in_reversed_nested_tuple_format(BackendPatternConfig(pattern)))
refused(lambda: DTypeConfig.from_dict({"input_dtype": 3}))
refused(lambda: BackendConfig.from_dict({"configs": [3]}))
refused(lambda: BackendPatternConfig.from_dict({"pattern": nn.Linear, "dtype_configs": [3]}))

if "qnnpack" in torch.backends.quantized.supported_engines:
    torch.backends.quantized.engine = "qnnpack"
    s = torch.quantize_per_tensor(torch.tensor([[-1.0, 0.5, 1.0]]), 0.01, 0, torch.qint8)
    w = torch.quantize_per_tensor(torch.tensor([[1.0, -0.5, 0.25], [0.5, 0.5, 0.5]]), 0.01, 0, torch.qint8)
    y = torch.ops.quantized.linear(s, torch.ops.quantized.linear_prepack(w, torch.tensor([0.1, 0.2])), 0.02, 3)
    print(y.dtype, y.int_repr())


class Kind(enum.IntEnum):
    A = 1
    B = 2


TestCase().assertEqual([Kind.A, Kind.B], [Kind.A, 2])
refused(lambda: TestCase().assertEqual(Kind.A, Kind.B))

for backend in ("fbgemm", "x86", "qnnpack", "onednn"):
    for version in (0, 1):
        print(backend, version, q.get_default_qat_qconfig(backend, version))
        mapping = q.get_default_qat_qconfig_mapping(backend, version)
        print(mapping.object_type_qconfigs[nn.ConvTranspose2d], mapping.object_type_qconfigs[nn.Tanh].weight)
    print(q.get_default_qconfig_mapping(backend).object_type_qconfigs[nn.ConvTranspose1d])


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.head = nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3), nn.Linear(3, 2)

    def forward(self, x):
        return self.head(nn.functional.relu(self.norm(self.conv(x))).mean((2, 3)))


torch.backends.quantized.engine = torch.backends.quantized.supported_engines[-1]
torch.manual_seed(1)
x = torch.randn(4, 2, 6, 6)
p = prepare_qat_fx(Small().train(), q.get_default_qat_qconfig_mapping("fbgemm"), (x,))
step = torch.optim.SGD(p.parameters(), 0.5)
for _ in range(3):
    step.zero_grad()
    nn.functional.cross_entropy(p(x), torch.tensor([0, 1, 1, 0])).backward()
    step.step()
c = convert_fx(p.eval())
for layer in (c.conv, c.head):
    w = layer.weight()
    print([round(s, 6) for s in w.q_per_channel_scales().tolist()], w.int_repr().flatten().tolist())
