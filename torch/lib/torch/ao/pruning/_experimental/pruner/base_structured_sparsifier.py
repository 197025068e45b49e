"""The class of all sparsifiers that take whole rows."""
from itertools import product
from operator import getitem

import torch
import torch.nn.functional as F
from torch import nn
from torch.ao.pruning.sparsifier.base_sparsifier import BaseSparsifier
from torch.fx import symbolic_trace
from torch.nn.utils import parametrize

from . import prune_functions as to
from .match_utils import apply_match
from .parametrization import BiasHook, FakeStructuredSparsity, module_contains_param

_FUNCTIONS = "relu rrelu hardtanh relu6 sigmoid hardsigmoid tanh silu mish hardswish elu celu selu hardshrink leaky_relu logsigmoid softplus prelu softsign tanhshrink gelu"
_MODULES = ("ReLU RReLU Hardtanh ReLU6 Sigmoid Hardsigmoid Tanh SiLU Mish Hardswish ELU CELU SELU Hardshrink LeakyReLU LogSigmoid Softplus PReLU Softsign "
            "Tanhshrink GELU")


def _get_supported_structured_pruning_modules():
    return {nn.Linear, nn.Conv2d, nn.LSTM}


def _get_supported_activation_functions():
    return {getattr(F, name) for name in _FUNCTIONS.split()}


def _get_supported_activation_modules():
    return {getattr(nn, name) for name in _MODULES.split()}


def _get_default_structured_pruning_patterns():
    """What becomes of chains of modules and functions."""
    patterns = {
        (nn.Linear, "output"): to.prune_linear,
        (nn.Linear, nn.Linear): to.prune_linear_linear,
        (nn.Conv2d, "output"): to.prune_conv2d,
        (nn.Conv2d, nn.Conv2d): to.prune_conv2d_conv2d,
        (nn.LSTM, getitem, nn.Linear): to.prune_lstm_output_linear,
        (nn.LSTM, getitem, nn.LayerNorm, nn.Linear): to.prune_lstm_output_layernorm_linear,
    }
    for activation in [getattr(F, name) for name in _FUNCTIONS.split()] + [getattr(nn, name) for name in _MODULES.split()]:
        patterns[nn.Linear, activation, nn.Linear] = to.prune_linear_activation_linear
        patterns[nn.Conv2d, activation, nn.Conv2d] = to.prune_conv2d_activation_conv2d
        for pool in (nn.AvgPool2d, F.avg_pool2d, nn.MaxPool2d, F.max_pool2d):
            patterns[nn.Conv2d, activation, pool, nn.Conv2d] = to.prune_conv2d_activation_pool_conv2d
            patterns[nn.Conv2d, pool, activation, nn.Conv2d] = to.prune_conv2d_pool_activation_conv2d
    for pool, flatten in product((nn.AdaptiveAvgPool2d, nn.AdaptiveMaxPool2d), (nn.Flatten, torch.flatten)):
        patterns[nn.Conv2d, pool, flatten, nn.Linear] = to.prune_conv2d_pool_flatten_linear
    return patterns


class BaseStructuredSparsifier(BaseSparsifier):
    """Masks for rows of weights. patterns say how chains of modules get smaller once rows go for good."""

    def __init__(self, defaults, patterns=None):
        super().__init__(defaults)
        self.patterns = _get_default_structured_pruning_patterns() if patterns is None else patterns

    def make_config_from_model(self, model, SUPPORTED_MODULES=None):
        super().make_config_from_model(model, SUPPORTED_MODULES=SUPPORTED_MODULES or _get_supported_structured_pruning_modules())

    def _prepare(self, *args, **kwargs):
        self.bias_handles = []
        for group in self.groups:
            module, name = group["module"], group["tensor_name"]
            weight = getattr(module, name)
            mask = group.get("mask", torch.ones(weight.shape[0], dtype=torch.bool, device=weight.device))
            self.state[group["tensor_fqn"]]["mask"] = mask
            parametrize.register_parametrization(module, name, group.get("parametrization", FakeStructuredSparsity)(mask))
            if isinstance(module, (nn.Linear, nn.Conv2d)):
                self._put_bias_aside(module, module.parametrizations[name][0], group.get("prune_bias", True))

    def _put_bias_aside(self, module, parametrization, prune_bias):
        """The bias of a pruned row is not to be added inside of the module."""
        if module.bias is not None:
            module.register_parameter("_bias", nn.Parameter(module.bias.detach()))
            module.bias = None
            module.prune_bias = prune_bias
        self.bias_handles.append(module.register_forward_hook(BiasHook(parametrization, prune_bias)))

    def prune(self):
        """The traced model, smaller by the rows that the masks hide."""
        self.traced = symbolic_trace(self.model)
        modules = dict(self.traced.named_modules())
        for node in self.traced.graph.nodes:
            for pattern, convert in self.patterns.items():
                matched = apply_match(modules, pattern, node, [])
                first = modules.get(node.target) if matched is not None else None
                if first is None or not parametrize.is_parametrized(first) or not module_contains_param(first, FakeStructuredSparsity):
                    continue
                parts = {"call_module": lambda n: modules.get(n.target), "call_function": lambda n: n.target}
                convert(*[parts[n.op](n) for n in matched if n.op in parts])
        for module in self.traced.modules():
            if module_contains_param(module, FakeStructuredSparsity):
                raise Exception(f"Error: {module} still contains FakeStructuredSparsity parametrizations!")
        self.traced.graph.lint()
        self.traced.recompile()
        return self.traced
