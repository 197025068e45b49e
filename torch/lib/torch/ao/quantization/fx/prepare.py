"""Observers in the graph of a model."""

import operator
import warnings

import torch
from torch.ao.quantization.backend_config import ObservationType, get_native_backend_config
from torch.ao.quantization.fx.fuse import put_module
from torch.ao.quantization.fx.match_utils import by_length, chain
from torch.ao.quantization.observer import FixedQParamsObserver, PlaceholderObserver, ReuseInputObserver, _is_activation_post_process
from torch.fx import GraphModule, Node
from torch.fx.node import map_arg

__all__ = ["prepare"]

_QUANTISED = (torch.quint8, torch.qint8, torch.qint32, torch.float16, torch.uint8, torch.int8, torch.int16, torch.int32)
_NAME = "activation_post_process_"
_ARITHMETIC = (operator.add, operator.sub, operator.mul, operator.floordiv, operator.truediv)


class Match:
    """A pattern that was found, with its nodes in order."""

    def __init__(self, nodes, config, qconfig, types):
        self.nodes, self.config, self.qconfig, self.types = nodes, config, qconfig, types
        self.roles = {}  # which arguments of the first node are its weight and its bias

    def kind(self):
        by_tensors = self.config._num_tensor_args_to_observation_type
        if by_tensors:
            return by_tensors[sum(isinstance(a, Node) for a in self.nodes[0].args)]
        return self.config.observation_type


def find_matches(graph, modules, qconfigs, backend_config):
    """What a backend does with the nodes that its patterns cover, for each node."""
    configs = by_length(backend_config.configs)
    found = {}
    for node in reversed(list(graph.nodes)):
        if node in found or not node.op.startswith("call"):
            continue
        for config in configs:
            nodes = chain(node, config.pattern, modules)
            if nodes is None or any(qconfigs.get(n.name) != qconfigs.get(nodes[0].name) for n in nodes):
                continue
            qconfig = qconfigs.get(nodes[0].name)
            types = supported(qconfig, config, nodes[0]) if qconfig is not None else None
            match = Match(nodes, config, qconfig, types)
            match.roles = next((c._input_type_to_index for c in configs if chain(nodes[0], c.pattern, modules) and c._input_type_to_index), {})
            found.update((n, match) for n in nodes)
            break
    return found


def supported(qconfig, config, node):
    """The element types of a backend that a configuration asks for; None, with a warning where a bound is not kept, if there are none."""
    watch = qconfig.activation()
    if isinstance(watch, ReuseInputObserver):
        return config.dtype_configs[0] if config.dtype_configs else None
    dtype, dynamic = getattr(watch, "dtype", torch.float), bool(getattr(watch, "is_dynamic", False))
    weight = None
    if "weight" in config._input_type_to_index and len(node.args) > config._input_type_to_index["weight"] and qconfig.weight is not None:
        weight = qconfig.weight().dtype
    for types in config.dtype_configs:
        if types.input_dtype is not dtype or bool(types.is_dynamic) != dynamic:
            continue
        if weight is not None and types.weight_dtype not in (None, weight) and isinstance(node.args[config._input_type_to_index["weight"]], Node):
            continue
        refused = _broken_bound(watch, types.input_dtype_with_constraints)
        if refused:
            warnings.warn(f"QConfig {qconfig} is not supported by the backend for {node.target}: {refused}; ignoring", stacklevel=2)
            continue
        return types
    return None


def _broken_bound(watch, limits):
    inner = getattr(watch, "activation_post_process", watch)
    if limits.scale_exact_match is not None or limits.zero_point_exact_match is not None:
        if not isinstance(inner, FixedQParamsObserver):
            return "its outputs have fixed bounds and need FixedQParamsObserver or FixedQParamsFakeQuantize"
        scale, zero_point = float(inner.scale), int(inner.zero_point)
        if (scale, zero_point) != (limits.scale_exact_match, limits.zero_point_exact_match):
            return f"scale {scale} and zero point {zero_point} are not {limits.scale_exact_match} and {limits.zero_point_exact_match}"
        return None
    low, high = getattr(inner, "quant_min", None), getattr(inner, "quant_max", None)
    if limits.quant_min_lower_bound is not None and low is not None and low < limits.quant_min_lower_bound:
        return f"quant_min {low} is below {limits.quant_min_lower_bound}"
    if limits.quant_max_upper_bound is not None and high is not None and high > limits.quant_max_upper_bound:
        return f"quant_max {high} is above {limits.quant_max_upper_bound}"
    eps = getattr(inner, "eps", None)
    if limits.scale_min_lower_bound is not None and (eps is None or float(eps) < limits.scale_min_lower_bound):
        return f"the smallest scale is below {limits.scale_min_lower_bound}"
    return None


class _Observers:
    """Puts observers into one graph."""

    def __init__(self, model, found, given_quantised, standalone):
        self.model, self.graph, self.found = model, model.graph, found
        self.count = 0
        self.modules = {}  # by target, the observers that are there
        self.given_quantised, self.standalone = given_quantised, standalone

    def insert(self, node, observer):
        name = f"{_NAME}{self.count}"
        self.count += 1
        self.model.add_module(name, observer)
        self.modules[name] = observer
        with self.graph.inserting_after(node):
            return self.graph.create_node("call_module", name, (node,), {})

    def observer_of(self, node):
        """The observer that a node is the call of, if it is one."""
        return self.modules.get(node.target) if node.op == "call_module" else None

    def around(self, node):
        if node.op == "call_module" and node.target in self.standalone:
            self.given(node, *self.standalone[node.target])
            return
        match = self.found.get(node)
        if match is None or match.types is None or _no_tensor(node) or match.kind() == ObservationType.INPUT_OUTPUT_NOT_OBSERVED:
            return
        reuse = isinstance(match.qconfig.activation(), ReuseInputObserver)
        if node is match.nodes[0] and not reuse:
            self.inputs(node, match)
        if node is not match.nodes[-1] or match.types.is_dynamic or match.types.output_dtype not in _QUANTISED:
            return
        shared = match.kind() == ObservationType.OUTPUT_SHARE_OBSERVER_WITH_INPUT or reuse
        first = next((a for a in _nodes_in(match.nodes[0].args) if self.observer_of(a) is not None), None) if shared else None
        if shared and first is None:
            if not reuse:
                self.replace_uses(node, self.insert(node, match.qconfig.activation()))
            return
        observer = self.observer_of(first) if shared else match.qconfig.activation()
        if shared:
            for other in _nodes_in(match.nodes[0].args):
                self.share(other, observer)
        self.replace_uses(node, self.insert(node, observer))

    def share(self, node, observer):
        old = self.observer_of(node)
        if old is None or old is observer:
            return
        for name, module in list(self.modules.items()):
            if module is old:
                self.modules[name] = observer
                put_module(self.model, name, observer)

    def replace_uses(self, node, observer_node):
        for user in list(node.users):
            if user is not observer_node:
                user.replace_input_with(node, observer_node)

    def given(self, node, custom, qconfig):
        """Observes what a module that is quantised by itself takes quantised."""
        match = Match([node], None, qconfig, None)
        node.args = tuple(self.input(node, arg, None, match) if i in custom.input_quantized_indexes and qconfig is not None else arg for i, arg in enumerate(node.args))

    def inputs(self, node, match):
        roles = {i: role for role, i in match.roles.items()}
        args = [self.input(node, a, roles.get(i), match) for i, a in enumerate(node.args)]
        kwargs = {name: self.input(node, a, name if name in match.roles else None, match) for name, a in node.kwargs.items()}
        node.args, node.kwargs = tuple(args), kwargs

    def input(self, node, arg, role, match):
        if isinstance(arg, (list, tuple)):
            return type(arg)(self.input(node, a, role, match) for a in arg)
        if not isinstance(arg, Node) or role == "bias" or _no_tensor(arg):
            return arg
        if role == "weight" and match.types is not None and match.types.weight_dtype is None:  # the backend has it in float
            return arg
        observer = match.qconfig.weight() if role == "weight" else match.qconfig.activation()
        dtype, dynamic = getattr(observer, "dtype", torch.float), getattr(observer, "is_dynamic", False)
        if dtype not in _QUANTISED or arg in self.given_quantised:
            return arg
        if arg.op == "call_module" and arg.target in self.standalone:  # which gives what its settings say
            return arg
        seen = self.observer_of(arg)
        if seen is not None and seen.dtype == dtype and bool(getattr(seen, "is_dynamic", False)) == bool(dynamic):
            return arg
        for user in arg.users:
            there = self.observer_of(user)
            if type(there) is type(observer) and there.dtype == dtype and bool(getattr(there, "is_dynamic", False)) == bool(dynamic):
                return user
        return self.insert(arg, observer)


def _nodes_in(args):
    found = []
    map_arg(args, found.append)
    return found


def _no_tensor(node):
    """Whether a node gives sizes, not a tensor."""
    if node.op == "call_method":
        return node.target in ("size", "dim", "numel")
    if node.op != "call_function" or not node.args:
        return False
    if node.target is getattr:
        return node.args[1] in ("shape", "ndim", "device", "dtype")
    if node.target in _ARITHMETIC:
        return all(map(_no_tensor, node.all_input_nodes))
    return node.target is operator.getitem and isinstance(node.args[0], Node) and _no_tensor(node.args[0])


def prepare(model, qconfigs, backend_config, custom, standalone={}):
    """A model whose graph has observers where its operators are to be quantised, and what converting needs to know."""
    backend_config = backend_config or get_native_backend_config()
    modules = dict(model.named_modules(remove_duplicate=False))
    found = find_matches(model.graph, modules, qconfigs, backend_config)
    placeholders = [n for n in model.graph.nodes if n.op == "placeholder"]
    given = {placeholders[i] for i in custom.input_quantized_indexes}
    observers = _Observers(model, found, given, standalone)
    for node in list(model.graph.nodes):
        observers.around(node)
    observed = {node.name for node, match in found.items() if match.types is not None}
    return GraphModule(model, model.graph), observed
