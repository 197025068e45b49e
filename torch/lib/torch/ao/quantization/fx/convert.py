"""Observed graphs as graphs that quantise, compute in float and dequantise: what any backend can be lowered from."""

import operator

import torch
from torch import nn
from torch.ao.nn.intrinsic import _FusedModule
from torch.ao.quantization.backend_config import get_native_backend_config
from torch.ao.quantization.fx.fuse import put_module
from torch.ao.quantization.observer import NoopObserver, _is_activation_post_process
from torch.fx import GraphModule, Node
from torch.fx.node import map_arg
from torch.nn import functional as F

__all__ = ["convert"]

_PLAIN = {torch.quint8: torch.uint8, torch.qint8: torch.int8, torch.qint32: torch.int32}
_INTEGERS = tuple(_PLAIN)
_RNN = (nn.RNNCell, nn.LSTMCell, nn.GRUCell, nn.LSTM, nn.GRU)


def convert(model, attrs, qconfigs, backend_config, custom, is_decomposed=False):
    """A model whose observers have become the numbers that they saw, and whose weighted layers are reference layers; decomposed, it has plain integers."""
    backend_config = backend_config or get_native_backend_config()
    modules = dict(model.named_modules(remove_duplicate=False))
    placeholders = [n for n in model.graph.nodes if n.op == "placeholder"]
    for i in custom.input_quantized_indexes:
        _dequantise_behind(model.graph, placeholders[i])
    references = {c.pattern: c for c in backend_config.configs if c.reference_quantized_module is not None}
    _watch_weights(model, modules, backend_config)
    done = set()
    for node in list(model.graph.nodes):
        if node.op == "call_module" and _is_activation_post_process(modules[node.target]):
            _replace_observer(model, node, modules[node.target], attrs.node_name_to_scope, qconfigs, is_decomposed)
        elif node.op == "call_module" and node.target in attrs._standalone:
            own, _ = attrs._standalone[node.target]
            node.args = tuple(arg.args[0] if i in own.input_quantized_indexes and isinstance(arg, Node) and arg.target == "dequantize" else arg for i, arg in enumerate(node.args))
            if own.output_quantized_indexes:
                _dequantise_behind(model.graph, node)
        elif node.op == "call_module" and node.name in attrs.observed_node_names and node.target not in done:
            done.add(node.target)
            _to_reference(model, node, modules, references, qconfigs[node.name], is_decomposed)
        elif node.op == "output":
            _keep_quantised(node, custom.output_quantized_indexes)
    model.graph.eliminate_dead_code()
    return GraphModule(model, model.graph)


def _watch_weights(model, modules, backend_config):
    """Shows observers of weights that are arguments of functions these weights: dynamic quantisation needs no run before."""
    roles = {c.pattern: c._input_type_to_index for c in backend_config.configs if "weight" in c._input_type_to_index}
    for node in model.graph.nodes:
        i = roles.get(node.target, {}).get("weight") if node.op == "call_function" else None
        if i is None or len(node.args) <= i or not isinstance(node.args[i], Node) or node.args[i].op != "call_module":
            continue
        watched = node.args[i].args[0]
        if constant(watched):
            modules[node.args[i].target](value_of(model, watched))


def value_of(model, node):
    """What a node computes of attributes alone; None for none."""
    if not isinstance(node, Node):
        return node
    if node.op == "get_attr":
        value = model
        for part in node.target.split("."):
            value = getattr(value, part)
        return value.detach() if isinstance(value, torch.Tensor) else value
    args = map_arg(node.args, lambda n: value_of(model, n))
    return getattr(args[0], node.target)(*args[1:]) if node.op == "call_method" else node.target(*args)


def constant(node):
    """Whether a node is computed of attributes alone."""
    if not isinstance(node, Node):
        return True
    return node.op == "get_attr" or node.op in ("call_function", "call_method") and all(map(constant, node.all_input_nodes))


def _dequantise_behind(graph, node):
    users = list(node.users)
    with graph.inserting_after(node):
        made = graph.create_node("call_method", "dequantize", (node,), {})
    for user in users:
        user.replace_input_with(node, made)


def _keep_quantised(node, indexes):
    """Outputs by number are given as they are before they are dequantised."""
    if not indexes:
        return
    values = node.args[0]
    several = isinstance(values, (list, tuple))
    listed = list(values) if several else [values]
    for i in indexes:
        if listed[i].op == "call_method" and listed[i].target == "dequantize":
            listed[i] = listed[i].args[0]
    node.args = (type(values)(listed),) if several else (listed[0],)


def _place(node, scopes, qconfigs):
    """What names of a scale begin with: the module that the observed node is in, or that its first user is in where the node itself is not quantised."""
    observed = node.args[0]
    if qconfigs.get(observed.name, qconfigs) is None:
        users = list(node.users)
        user = next((n for n in users if n.op == "call_function" and n.target is F.linear), users[0] if users else None)
        return (scopes.get(user.name, ("", None))[0] if user is not None else "") + "_input"
    return scopes.get(observed.name, ("", None))[0]


def attribute(model, graph, prefix, value):
    """A node that reads a new buffer, or attribute, of a model."""
    prefix, i = prefix.replace(".", "_"), 0
    while hasattr(model, f"{prefix}{i}"):
        i += 1
    if isinstance(value, torch.Tensor):
        model.register_buffer(f"{prefix}{i}", value)
    else:
        setattr(model, f"{prefix}{i}", value)
    return graph.create_node("get_attr", f"{prefix}{i}")


def _is_per_channel(observer):
    return observer.qscheme in (torch.per_channel_affine, torch.per_channel_symmetric, torch.per_channel_affine_float_qparams)


def _decomposed(model, node, observer, place):
    """The nodes that round a value and make a float of it again, with what is known of the numbers as constants."""
    from torch.ao.quantization.fx import _decomposed as _  # defines the operators

    graph, value, ops = model.graph, node.args[0], torch.ops.quantized_decomposed
    watch = getattr(observer, "activation_post_process", observer)
    ends = int(watch.quant_min), int(watch.quant_max), _PLAIN[observer.dtype]
    if getattr(observer, "is_dynamic", False):
        symmetric = watch.qscheme in (torch.per_tensor_symmetric, torch.per_channel_symmetric)
        choose = ops.choose_qparams_symmetric.tensor if symmetric else ops.choose_qparams.tensor
        eps = getattr(watch, "eps", torch.finfo(torch.float32).eps)
        chosen = graph.call_function(choose, (value, *ends[:2], float(eps), ends[2]))
        given = [graph.call_function(operator.getitem, (chosen, i)) for i in (0, 1)]
        there, back = ops.quantize_per_tensor.tensor, ops.dequantize_per_tensor.tensor
    else:
        scale, zero_point = observer.calculate_qparams()
        if _is_per_channel(observer):
            given = [attribute(model, graph, f"{place}_{key}_", number) for key, number in (("scale", scale), ("zero_point", zero_point))] + [int(watch.ch_axis)]
            there, back = ops.quantize_per_channel.default, ops.dequantize_per_channel.default
        else:
            given = [float(scale), int(zero_point)]
            there, back = ops.quantize_per_tensor.default, ops.dequantize_per_tensor.default
    return graph.call_function(back, (graph.call_function(there, (value, *given, *ends)), *given, *ends))


def _replace_observer(model, node, observer, scopes, qconfigs, is_decomposed):
    graph, value = model.graph, node.args[0]
    watch = getattr(observer, "activation_post_process", observer)
    dtype = observer.dtype
    if isinstance(observer, NoopObserver) or dtype == torch.float or len(node.users) == 0:
        node.replace_all_uses_with(value)
        graph.erase_node(node)
        return
    with graph.inserting_before(node):
        if is_decomposed and dtype in _INTEGERS:
            node.replace_all_uses_with(_decomposed(model, node, observer, _place(node, scopes, qconfigs)))
            graph.erase_node(node)
            return
        if getattr(observer, "is_dynamic", False):
            made = graph.create_node("call_function", torch.quantize_per_tensor_dynamic, (value, dtype, False), {})
        elif dtype == torch.float16:
            made = graph.create_node("call_method", "to", (value, torch.float16), {})
        elif dtype in _INTEGERS:
            place = _place(node, scopes, qconfigs)
            scale, zero_point = observer.calculate_qparams()
            if _is_per_channel(observer):
                read = [attribute(model, graph, f"{place}_{key}_", value) for key, value in (("scale", scale), ("zero_point", zero_point))]
                made = graph.create_node("call_function", torch.quantize_per_channel, (value, *read, int(watch.ch_axis), dtype), {})
            else:
                read = [attribute(model, graph, f"{place}_scale_", torch.tensor(float(scale))), attribute(model, graph, f"{place}_zero_point_", torch.tensor(int(zero_point)))]
                made = graph.create_node("call_function", torch.quantize_per_tensor, (value, *read, dtype), {})
        else:
            raise NotImplementedError(f"magneto: observers of {dtype} in graphs that are converted")
        back = graph.create_node("call_method", "dequantize", (made,), {})
    node.replace_all_uses_with(back)
    graph.erase_node(node)


def _to_reference(model, node, modules, references, qconfig, is_decomposed):
    """Puts a reference layer in place of a float one, or of one that trains with rounded weights."""
    module = modules[node.target]
    config = references.get(type(module))
    rounded = hasattr(module, "weight_fake_quant")
    whole = module.to_float() if rounded else module
    joined = isinstance(whole, _FusedModule) and isinstance(whole, nn.Sequential)
    layer = whole[0] if joined else whole
    if config is None:
        config = references.get(type(layer)) if joined else None
    if config is None:
        return
    if isinstance(layer, _RNN):
        given = {name: _qparams(qconfig.weight(), value) for name, value in layer.named_parameters() if name.startswith("weight")}
    else:
        given = _qparams(module.weight_fake_quant if rounded else qconfig.weight(), layer.weight, seen=rounded and is_decomposed)
    if is_decomposed:
        for one in given.values() if isinstance(layer, _RNN) else (given,):
            one["is_decomposed"] = True
            one["dtype"] = _PLAIN.get(one["dtype"], one["dtype"])
    made = config.reference_quantized_module.from_float(layer, given)
    made.qconfig = qconfig
    made.train(layer.training)
    if joined:
        whole[0] = made
        made = whole
    put_module(model, node.target, made)


def _qparams(observer, weight, seen=False):
    """How a weight is quantised, by its observer, which sees it now if it has not before; what models train with sees the weight that is left once more."""
    if not seen:
        observer(weight)
    watch = getattr(observer, "activation_post_process", observer)
    made = {"qscheme": getattr(observer, "qscheme", None), "dtype": observer.dtype, "scale": 1.0, "zero_point": 0}
    if observer.dtype == torch.float16:
        return {**made, "qscheme": made["qscheme"] or torch.per_tensor_affine}
    made["scale"], made["zero_point"] = observer.calculate_qparams()
    made["quant_min"], made["quant_max"] = int(watch.quant_min), int(watch.quant_max)
    if _is_per_channel(observer):
        made["axis"] = watch.ch_axis
    return made
