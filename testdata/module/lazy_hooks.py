# Lazy modules: hooks in front of forward and of loading, what may be done with parameters without a size, and how the class changes.
import copy
import pickle

import torch
import torch.nn as nn
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter


def attempt(make):
    try:
        print(make())
    except Exception as e:
        print(f"{type(e).__name__}: {str(e)[:60]}")


torch.manual_seed(0)
layer = nn.LazyLinear(3)
print(layer, len(layer._forward_pre_hooks), len(layer._load_state_dict_pre_hooks), layer.weight)
print([c.__name__ for c in type(layer).__mro__])
print(isinstance(layer, nn.modules.lazy.LazyModuleMixin), layer.has_uninitialized_params())
attempt(lambda: layer.weight.shape)
attempt(lambda: layer.weight.view(0))
attempt(lambda: nn.Linear(4, 3).load_state_dict(layer.state_dict()))
attempt(lambda: layer._replicate_for_data_parallel())
attempt(lambda: nn.utils.weight_norm(layer))
attempt(lambda: nn.utils.spectral_norm(layer))
attempt(lambda: layer.weight.share_memory_())
attempt(lambda: nn.LazyConv2d(4, 2)(torch.ones(3)))
attempt(lambda: nn.LazyConv2d(4, 2, groups=2)(torch.ones(1, 3, 4, 4)))

twin = copy.deepcopy(layer)
again = pickle.loads(pickle.dumps(layer))
layer(torch.ones(2, 5))
print(type(layer).__name__, layer, len(layer._forward_pre_hooks), hasattr(layer, "_initialize_hook"))
print(twin.has_uninitialized_params(), again.weight, again(torch.ones(1, 2)).shape)

twin.load_state_dict(layer.state_dict())
print(type(twin).__name__, twin.has_uninitialized_params(), type(twin.weight).__name__)
print(twin(torch.ones(1, 5)).shape, type(twin).__name__, twin.in_features)

half = UninitializedParameter(dtype=torch.float16)
half.materialize((2, 3))
print(type(half).__name__, half.dtype, half.shape, half.requires_grad)
buffer = UninitializedBuffer()
print(buffer, isinstance(buffer, nn.Buffer), buffer.requires_grad)


class Scale(nn.modules.lazy.LazyModuleMixin, nn.Module):
    def __init__(self, fills=True):
        super().__init__()
        self.factor = UninitializedParameter()
        self.fills = fills

    def initialize_parameters(self, x, times=1):
        if self.fills:
            self.factor.materialize((x.shape[-1],))
            nn.init.constant_(self.factor, times)

    def forward(self, x, times=1):
        return x * self.factor


print(Scale()(torch.ones(2, 2), times=3))
attempt(lambda: Scale(fills=False)(torch.ones(2)))

net = nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2, bias=False))
net(torch.ones(2, 3, 6, 6))
print(net)
print([name for name, _ in nn.LazyBatchNorm1d(affine=False).named_buffers()], nn.LazyInstanceNorm1d(affine=True).weight)
