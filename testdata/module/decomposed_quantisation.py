# Quantised graphs on plain integers, what the backends fbgemm and qnnpack can do, and patterns of nodes.
import operator
import warnings

import torch
import torch.ao.quantization.quantize_fx as quantize_fx
from torch import nn
from torch.ao.quantization import (
    QConfig, QConfigMapping, default_dynamic_qconfig, default_observer, default_per_channel_weight_observer, default_qconfig, float_qparams_weight_only_qconfig, get_default_qat_qconfig_mapping,
    get_default_qconfig_mapping,
)
from torch.ao.quantization.backend_config import get_fbgemm_backend_config, get_native_backend_config, get_qnnpack_backend_config
from torch.ao.quantization.fx.match_utils import MatchAllNode, _is_match
from torch.ao.quantization.fx.pattern_utils import _register_fusion_pattern, get_default_fusion_patterns
from torch.ao.quantization.fx.utils import NodeInfo, _reroute_tuple_getitem_pattern
from torch.nn import functional as F

warnings.simplefilter("ignore")
torch.manual_seed(0)


def decomposed(model, mapping, x, prepare=quantize_fx.prepare_fx):
    prepared = prepare(model, mapping, (x,))
    prepared(x)
    made = quantize_fx._convert_to_reference_decomposed_fx(prepared.eval())
    print(made.code)
    print([(name, tuple(b.shape), b.dtype) for name, b in made.named_buffers()], [type(c).__name__ for c in made.children()], made(x).shape)


class Functional(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(2, 2))
        self.b = nn.Parameter(torch.rand(2))

    def forward(self, x):
        return F.linear(x, self.w, self.b) + x


x = torch.rand(3, 2)
decomposed(nn.Sequential(nn.Linear(2, 2), nn.ReLU()).eval(), get_default_qconfig_mapping("fbgemm"), x)
decomposed(nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Conv1d(3, 1, 1)).eval(), QConfigMapping().set_global(default_qconfig), x)
decomposed(nn.Sequential(nn.Linear(2, 2)).eval(), QConfigMapping().set_global(default_dynamic_qconfig), x)
decomposed(Functional().eval(), QConfigMapping().set_global(QConfig(default_observer, default_per_channel_weight_observer)), x)
decomposed(Functional().eval(), QConfigMapping().set_global(default_dynamic_qconfig), x)
decomposed(nn.Sequential(nn.Conv1d(3, 1, 1), nn.BatchNorm1d(1)).train(), get_default_qat_qconfig_mapping("fbgemm"), x[None], quantize_fx.prepare_qat_fx)
decomposed(nn.Sequential(nn.Embedding(4, 2)).eval(), QConfigMapping().set_global(float_qparams_weight_only_qconfig), torch.tensor([1, 2]))

native = {str(c.pattern) for c in get_native_backend_config().configs}
for backend in (get_fbgemm_backend_config(), get_qnnpack_backend_config()):
    print(backend.name, len(backend.configs), sorted(str(p).partition(" at ")[0] for p in native - {str(c.pattern) for c in backend.configs}))
    for config in backend.configs:
        if config.pattern in (nn.Linear, nn.Hardtanh, nn.Tanh, nn.LSTM, nn.Embedding):
            print(config.pattern, [{name: str(value) for name, value in types.to_dict().items()} for types in config.dtype_configs])

graph = torch.fx.symbolic_trace(lambda x: F.relu(torch.add(x, 1)) * 2).graph
_, _, relu, product, _ = graph.nodes
for node, pattern in ((relu, (F.relu, torch.add)), (relu, (F.relu, MatchAllNode)), (relu, (F.relu, (torch.add, MatchAllNode, 1))), (product, (operator.mul, (F.relu, torch.add), 2)),
                      (relu, torch.relu), (product, (operator.mul, F.relu, 3)), (relu, (F.relu, (torch.add, MatchAllNode)))):
    print(_is_match({}, node, pattern))
graph = torch.fx.Graph()
a, b = graph.placeholder("a"), graph.placeholder("b")
pair = graph.call_function(tuple, ([a, b],))
whole = graph.call_function(tuple, ([pair, b],))
inner = graph.call_function(operator.getitem, (whole, 0))
graph.output((graph.call_function(operator.getitem, (inner, 1)), graph.call_function(operator.getitem, (inner, 0))))
_reroute_tuple_getitem_pattern(graph)
print(graph)
print(_register_fusion_pattern("p")(3), get_default_fusion_patterns(), NodeInfo("call_method", "relu"))
try:
    quantize_fx.prepare_fx(nn.ReLU(), 3, (x,))
except AssertionError as e:
    print(e)


# Modules that are quantised by themselves, and settings as dictionaries.
from torch.ao.quantization.backend_config import BackendConfig
from torch.ao.quantization.fx.custom_config import ConvertCustomConfig, FuseCustomConfig, PrepareCustomConfig


class Standalone(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(1, 1)

    def forward(self, x):
        return self.l(x)


class Around(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(1, 1)
        self.s = Standalone()

    def forward(self, x):
        return self.s(self.l(x)) + 1


def whole(custom, x=torch.ones(1, 1)):
    prepared = quantize_fx.prepare_fx(Around().eval(), QConfigMapping().set_global(default_qconfig), (x,), prepare_custom_config=custom)
    print(prepared.code, prepared.s.code)
    prepared(x)
    converted = quantize_fx.convert_fx(prepared)
    print(converted.code, converted.s.code, converted(x).shape)


mapping = QConfigMapping().set_global(default_qconfig)
quantised = PrepareCustomConfig().set_input_quantized_indexes([0]).set_output_quantized_indexes([0])
whole(PrepareCustomConfig().set_standalone_module_name("s", mapping, (torch.ones(1, 1),), quantised, None))
whole(PrepareCustomConfig().set_standalone_module_class(Standalone, None, (torch.ones(1, 1),), None, None))
settings = PrepareCustomConfig().set_standalone_module_name("m", mapping, (1,), quantised, BackendConfig("b")).set_standalone_module_class(Around, None, (2,), None, None)
settings.set_float_to_observed_mapping(Around, Standalone)
plain = settings.to_dict()
again = PrepareCustomConfig.from_dict(plain)
print(sorted(plain), plain["float_to_observed_custom_module_class"], again.to_dict() == plain, again.float_to_observed_mapping, again.standalone_module_classes)
for wrong in ({"standalone_module_name": [("a", 5, (1,), {}, {})]}, {"float_to_observed_custom_module_class": {"bad": {}}}, {"float_to_observed_custom_module_class": {"dynamic": {Around: Standalone}}}):
    try:
        print(PrepareCustomConfig.from_dict(wrong).to_dict())
    except ValueError as e:
        print(e)
print(ConvertCustomConfig().set_observed_to_quantized_mapping(Around, Standalone).to_dict())
print(ConvertCustomConfig.from_dict({"observed_to_quantized_custom_module_class": {"weight_only": {Around: Standalone}}}), FuseCustomConfig.from_dict({"preserved_attributes": ["x"]}))
