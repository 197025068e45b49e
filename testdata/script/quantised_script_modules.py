# Script modules that are observed, converted for debugging and in full: where observers are, which operators remain, what they compute.
import collections
import warnings

import torch
from torch import nn
from torch.ao.quantization import PlaceholderObserver, QConfig, default_dynamic_qconfig, default_per_channel_qconfig, default_qconfig, float16_dynamic_qconfig, get_default_qconfig
from torch.ao.quantization.quantize_jit import convert_dynamic_jit, convert_jit, fuse_conv_bn_jit, prepare_dynamic_jit, prepare_jit, quantize_jit

warnings.simplefilter("ignore")
torch.manual_seed(0)


def observed(module):
    counts = {name or "top": sum("_observer_" in child for child, _ in m.named_children()) for name, m in module.named_modules()}
    return {name: n for name, n in counts.items() if n}


def kinds(graph):
    counts = collections.Counter(n.kind() for n in graph.nodes() if n.kind().startswith(("aten::", "quantized::")))
    return dict(sorted(counts.items()))


def show(name, module, *inputs, configs=None):
    prepared = prepare_jit(torch.jit.script(module.eval()), configs or {"": default_qconfig})
    prepared(*inputs)
    debug, full = convert_jit(prepared, debug=True), convert_jit(prepared)
    same = all(torch.allclose(a, b, atol=0.2) for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (debug(*inputs), full(*inputs)))))
    print(name, observed(prepared), kinds(full.graph), "same" if same else "different")


class Convolved(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.second, self.fc = nn.Conv2d(2, 2, 3), nn.BatchNorm2d(2), nn.Conv2d(2, 2, 1), nn.Linear(4, 3)

    def forward(self, x):
        x = torch.relu(nn.functional.relu(self.bn(self.conv(x))))
        y = self.second(x)
        x = torch.cat([x + y, torch.sigmoid(x)], 1)
        return self.fc(torch.flatten(nn.functional.max_pool2d(x * 2, 2), 2))


class Branching(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.other = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x, flag: bool):
        if flag:
            y = self.first(x)
        else:
            y = self.other(x)
        return y, y.mean()


class Bags(nn.Module):
    def __init__(self):
        super().__init__()
        self.bag = nn.EmbeddingBag(6, 4, include_last_offset=True, mode="sum")

    def forward(self, i, o):
        return self.bag(i, o)


x = torch.randn(2, 2, 6, 6)
show("convolved", Convolved(), x)
show("by channels", Convolved(), x, configs={"": default_per_channel_qconfig, "fc": None})
show("histograms", Convolved(), x, configs={"second": get_default_qconfig("fbgemm")})
show("branches", Branching(), torch.randn(3, 4), True)
held = PlaceholderObserver.with_args(custom_op_name="embedding_bag_byte")
show("bags", Bags(), torch.tensor([1, 2, 5]), torch.tensor([0, 2, 3]), configs={"bag": QConfig(activation=held, weight=held)})

folded = fuse_conv_bn_jit(torch.jit.script(Convolved().eval()))
print("calls of batch norm:", str(folded.graph).count("_bn"), "bias of the convolution:", folded.conv.bias.shape)
for name, qconfig in (("dynamic", default_dynamic_qconfig), ("half", float16_dynamic_qconfig)):
    module, y = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2)).eval(), torch.randn(2, 4)
    prepared = prepare_dynamic_jit(torch.jit.script(module), {"": qconfig})
    debug, full = convert_dynamic_jit(prepared, debug=True), convert_dynamic_jit(prepared)
    print(name, observed(prepared), kinds(debug.graph), kinds(full.graph), bool((debug(y) - module(y)).abs().max() < 0.05))

traced = torch.jit.trace(Convolved().eval(), x)
in_place = quantize_jit(traced, {"": default_qconfig}, lambda model, data: model(data), [x], inplace=True)
print("in place:", in_place is traced, "quantized::conv2d_relu" in str(traced.graph), traced(x).shape)
for wrong in (nn.Linear(2, 2), torch.jit.script(nn.Linear(2, 2))):
    try:
        prepare_jit(wrong, {1: default_qconfig})
    except ValueError as error:
        print(str(error).partition("(\n")[0])
