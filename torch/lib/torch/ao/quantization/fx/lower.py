"""Reference graphs as graphs of PyTorch's quantised kernels."""

import functools
import operator

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.quantized as nniq
import torch.ao.nn.intrinsic.quantized.dynamic as nniqd
import torch.ao.nn.quantized as nnq
import torch.ao.nn.quantized.dynamic as nnqd
import torch.ao.nn.quantized.reference as nnqr
from torch import nn
from torch.ao.quantization.backend_config.native import _SHARING, _SIGNED_UNIT, _UNIT
from torch.ao.quantization.fx.convert import attribute, constant, value_of
from torch.ao.quantization.fx.fuse import put_module
from torch.ao.quantization.fx.graph_module import _load_packed_weight, _save_packed_weight
from torch.fx import GraphModule, Node
from torch.fx.node import map_arg
from torch.nn import functional as F

__all__ = ["lower"]

_STATIC = {getattr(nnqr, name): getattr(nnq, name) for name in "Linear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d".split()}
_STATIC_JOINED = {nni.LinearReLU: (nnqr.Linear, nniq.LinearReLU),
                  **{getattr(nni, f"ConvReLU{n}d"): (getattr(nnqr, f"Conv{n}d"), getattr(nniq, f"ConvReLU{n}d")) for n in (1, 2, 3)}}
_WEIGHT_ONLY = {nnqr.Embedding: nnq.Embedding, nnqr.EmbeddingBag: nnq.EmbeddingBag}
_DYNAMIC = {nnqr.Linear: nnqd.Linear}
_DYNAMIC_RNN = {getattr(nnqr, name): getattr(nnqd, name) for name in "RNNCell LSTMCell GRUCell LSTM GRU".split()}
_DYNAMIC_JOINED = {nni.LinearReLU: (nnqr.Linear, nniqd.LinearReLU)}
# Layers without weights of their own kind that have a quantised form with a scale.
_SCALED = {getattr(nn, name): getattr(nnq, name) for name in
           "BatchNorm2d BatchNorm3d InstanceNorm1d InstanceNorm2d InstanceNorm3d LayerNorm Dropout ELU Hardswish LeakyReLU Softmax PReLU".split()}
_SCALED.update({nni.BNReLU2d: nniq.BNReLU2d, nni.BNReLU3d: nniq.BNReLU3d})

_quantized = torch.ops.quantized
# Functions of an input, a weight and a bias: by kind, the operators without and with a relu, for inputs that were or are to be quantised.
_WEIGHTED = {F.linear: ("linear", "linear_relu")}
_WEIGHTED.update({getattr(F, f"conv{n}d"): (f"conv{n}d", f"conv{n}d_relu") for n in (1, 2, 3)})
_WEIGHTED.update({getattr(F, f"conv_transpose{n}d"): (f"conv_transpose{n}d", None) for n in (1, 2, 3)})
_RELUS = (F.relu, torch.relu)
_BINARY = {operator.add: "add", torch.add: "add", operator.mul: "mul", torch.mul: "mul", operator.matmul: "matmul", torch.matmul: "matmul"}
# Functions with a quantised form that is given the scale of its output by name, and what of their arguments it does not take.
_FUNCTIONS = {F.elu: ("elu", ("inplace",)), F.hardswish: ("hardswish", ("inplace",)), F.leaky_relu: ("leaky_relu", ()), F.layer_norm: ("layer_norm", ()),
              F.instance_norm: ("instance_norm", ("running_mean", "running_var", "use_input_stats", "momentum")), F.dropout: ("dropout", ("inplace",))}
# What works on quantised tensors as it is.
_PLAIN = {*_SHARING, *_UNIT, *_SIGNED_UNIT, torch.cat} - {nn.Softmax}


def lower(model, scopes):
    """The model with kernels of quantised tensors where they compute what a reference graph says; scopes has the path of the module that each node is of."""
    graph, modules = model.graph, dict(model.named_modules(remove_duplicate=False))
    paths = {node: scopes.get(node.name, ("", None))[0] for node in graph.nodes}
    for node in list(graph.nodes):
        if node.op == "call_module":
            _weight_only(model, node, modules)
            _dynamic_module(model, node, modules)
        elif node.op == "call_function" and node.target in _WEIGHTED:
            _dynamic_function(model, node, paths)
    for node in list(graph.nodes):
        if node.op == "call_function" and node.target is torch.quantize_per_tensor and isinstance(node.args[0], Node):
            any(rule(model, node, modules) for rule in (_static_module, functools.partial(_static_function, paths), _binary, _scaled, _function, _plain))
    for node in graph.nodes:
        if node.op == "call_method" and node.target == "size" or node.op == "call_function" and node.target is getattr and node.args[1] == "shape":
            if _was_quantised(node.args[0]):
                node.replace_input_with(node.args[0], node.args[0].args[0])
    graph.eliminate_dead_code()
    made = GraphModule(model, graph)
    made._register_state_dict_hook(_save_packed_weight)
    made.register_load_state_dict_pre_hook(_load_packed_weight)
    return made


def _was_quantised(node):
    return isinstance(node, Node) and node.op == "call_method" and node.target == "dequantize" and isinstance(node.args[0], Node)


def _unwrapped(args):
    return map_arg(args, lambda n: n.args[0] if _was_quantised(n) else n)


def _finish(model, q, made):
    """Has `made` stand for the node that quantised a result."""
    q.replace_all_uses_with(made)
    model.graph.erase_node(q)
    return True


def _numbers(model, q):
    return getattr(model, q.args[1].target), getattr(model, q.args[2].target)


def _static_module(model, q, modules):
    node = q.args[0]
    if node.op != "call_module" or not _was_quantised(node.args[0]):
        return False
    module = modules[node.target]
    if type(module) in _STATIC_JOINED:
        reference, kind = _STATIC_JOINED[type(module)]
        if type(module[0]) is not reference:
            return False
        layer = module[0]
    else:
        layer, kind = module, _STATIC.get(type(module))
    if kind is None:
        return False
    put_module(model, node.target, kind.from_reference(layer, *_numbers(model, q)))
    node.args = (node.args[0].args[0],)
    return _finish(model, q, node)


def _with_relu(node, modules):
    """The node in front of a relu, and whether there is one."""
    is_relu = node.op == "call_function" and node.target in _RELUS or node.op == "call_method" and node.target in ("relu", "relu_")
    is_relu = is_relu or node.op == "call_module" and type(modules[node.target]) is nn.ReLU
    return (node.args[0], True) if is_relu and isinstance(node.args[0], Node) and len(node.args[0].users) == 1 else (node, False)


def _packed(model, node, path, weight, bias):
    """A node that reads a weight and a bias, packed."""
    weight, bias = value_of(model, weight), value_of(model, bias)
    if node.target is F.linear:
        pack = _quantized.linear_prepack_fp16 if weight.dtype != torch.qint8 else _quantized.linear_prepack
        made = pack(weight, bias)
    else:
        made = _pack_convolution(node, weight, bias)
    with model.graph.inserting_before(node):
        return attribute(model, model.graph, path + "_packed_weight_", made)


def _argument(node, i, name, default):
    return node.args[i] if len(node.args) > i else node.kwargs.get(name, default)


def _pack_convolution(node, weight, bias):
    name = node.target.__name__
    n = int(name[-2])
    several = lambda v: [v] * n if isinstance(v, int) else list(v)
    if "transpose" in name:
        stride, padding, out, groups, dilation = (_argument(node, i, key, default) for i, key, default in
                                                  ((3, "stride", 1), (4, "padding", 0), (5, "output_padding", 0), (6, "groups", 1), (7, "dilation", 1)))
        return getattr(_quantized, name + "_prepack")(weight, bias, several(stride), several(padding), several(out), several(dilation), groups)
    stride, padding, dilation, groups = (_argument(node, i, key, default) for i, key, default in
                                         ((3, "stride", 1), (4, "padding", 0), (5, "dilation", 1), (6, "groups", 1)))
    return getattr(_quantized, name + "_prepack")(weight, bias, several(stride), several(padding), several(dilation), groups)


def _weight_nodes(node):
    weight, bias = _argument(node, 1, "weight", None), _argument(node, 2, "bias", None)
    quantised = _was_quantised(weight) and constant(weight) and constant(bias)
    return (weight.args[0], bias) if quantised else (None, None)


def _static_function(paths, model, q, modules):
    node, relu = _with_relu(q.args[0], modules)
    if node.op != "call_function" or node.target not in _WEIGHTED or not _was_quantised(node.args[0]):
        return False
    weight, bias = _weight_nodes(node)
    name = _WEIGHTED[node.target][relu]
    if weight is None or name is None:
        return False
    packed = _packed(model, node, paths[node], weight, bias)
    for number in q.args[1:3]:
        node.prepend(number)
    node.target, node.args, node.kwargs = getattr(_quantized, name), (node.args[0].args[0], packed, *q.args[1:3]), {}
    if relu:
        joined = q.args[0]
        joined.replace_all_uses_with(node)
        model.graph.erase_node(joined)
    return _finish(model, q, node)


def _binary(model, q, modules):
    node, relu = _with_relu(q.args[0], modules)
    if node.op != "call_function" or node.target not in _BINARY or node.kwargs:
        return False
    tensors = [a for a in node.args if isinstance(a, Node)]
    if not tensors or not all(map(_was_quantised, tensors)):
        return False
    name = _BINARY[node.target] + ("_relu" if relu else "")
    numbers = q.args[1:3] if len(tensors) == 2 else ()
    with model.graph.inserting_before(q):
        made = model.graph.create_node("call_function", getattr(_quantized, name), (*_unwrapped(node.args), *numbers), {})
    return _finish(model, q, made)


def _scaled(model, q, modules):
    node = q.args[0]
    if node.op != "call_module" or not _was_quantised(node.args[0]):
        return False
    module = modules[node.target]
    kind = _SCALED.get(type(module))
    if kind is None:
        return False
    scale, zero_point = _numbers(model, q)
    module.activation_post_process = _Known(scale, zero_point)
    made = kind.from_float(module) if kind in (nniq.BNReLU2d, nniq.BNReLU3d) else kind.from_reference(module, scale, zero_point)
    del module.activation_post_process
    put_module(model, node.target, made)
    node.args = _unwrapped(node.args)
    return _finish(model, q, node)


class _Known(nn.Module):
    """An observer that was told what to say."""

    def __init__(self, scale, zero_point):
        super().__init__()
        self.scale, self.zero_point = scale, zero_point

    def calculate_qparams(self):
        return self.scale, self.zero_point


def _function(model, q, modules):
    node = q.args[0]
    if node.op != "call_function" or node.target not in _FUNCTIONS or not _was_quantised(node.args[0]):
        return False
    name, left_out = _FUNCTIONS[node.target]
    kwargs = {key: value for key, value in node.kwargs.items() if key not in left_out}
    with model.graph.inserting_before(q):
        made = model.graph.create_node("call_function", getattr(_quantized, name), _unwrapped(node.args),
                                       {**kwargs, "output_scale": q.args[1], "output_zero_point": q.args[2]})
    return _finish(model, q, made)


def _plain(model, q, modules):
    node = q.args[0]
    kind = type(modules[node.target]) if node.op == "call_module" else node.target
    if not node.op.startswith("call") or kind not in _PLAIN:
        return False
    first = node.args[0]
    tensors = first if isinstance(first, (list, tuple)) else [first]
    if not all(map(_was_quantised, tensors)):
        return False
    node.args = ([n.args[0] for n in tensors] if tensors is first else first.args[0], *node.args[1:])
    return _finish(model, q, node)


def _weight_only(model, node, modules):
    module = modules[node.target]
    kind = _WEIGHT_ONLY.get(type(module))
    if kind is not None:
        put_module(model, node.target, kind.from_reference(module))


def _quantised_on_the_way(node):
    return _was_quantised(node) and node.args[0].op == "call_function" and node.args[0].target is torch.quantize_per_tensor_dynamic


def _dynamic_module(model, node, modules):
    module = modules[node.target]
    if not node.args or not _quantised_on_the_way(node.args[0]):
        return
    if type(module) in _DYNAMIC_RNN:
        made = _DYNAMIC_RNN[type(module)].from_float(module._float)
    elif type(module) in _DYNAMIC_JOINED and type(module[0]) is _DYNAMIC_JOINED[type(module)][0]:
        made = _DYNAMIC_JOINED[type(module)][1].from_reference(module[0])
    elif type(module) in _DYNAMIC:
        made = _DYNAMIC[type(module)].from_reference(module)
    else:
        return
    put_module(model, node.target, made)
    node.args = (node.args[0].args[0].args[0], *node.args[1:])


def _dynamic_function(model, node, paths):
    if not _quantised_on_the_way(node.args[0]):
        return
    weight, bias = _weight_nodes(node)
    if weight is None:
        return
    value, dtype, reduce_range = node.args[0].args[0].args
    users = list(node.users)
    relu = users[0] if len(users) == 1 and users[0].op == "call_function" and users[0].target in _RELUS else None
    packed = _packed(model, node, paths[node], weight, bias)
    half = dtype == torch.float16
    name = _WEIGHTED[node.target][0]
    if node.target is F.linear:
        name = "linear" + ("_relu" if relu is not None else "") + "_dynamic" + ("_fp16" if half else "")
        rest = () if half else (reduce_range,)
    else:
        name, rest = name + "_dynamic", (reduce_range,)
        relu = None
    node.target, node.args, node.kwargs = getattr(_quantized, name), (value, packed, *rest), {}
    if relu is not None:
        relu.replace_all_uses_with(node)
        model.graph.erase_node(relu)
