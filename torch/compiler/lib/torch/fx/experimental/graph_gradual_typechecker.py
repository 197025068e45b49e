"""Gradual typing of graphs: nodes get types of tensors of which some sizes are known, by a rule for each function and kind of module."""

import math
import operator

import torch
from torch.fx.node import Node, map_arg
from torch.fx.tensor_type import Dyn, TensorType, is_consistent, is_more_precise
from torch.nn.modules.batchnorm import BatchNorm2d
from torch.nn.modules.conv import Conv2d

__all__ = ["GraphTypeChecker", "broadcast_types", "expand_to_tensor_dim", "register_inference_rule"]

_INFERENCE_RULES = {}


def register_inference_rule(call_target):
    """Registers a rule for a function (it gets the node) or a class of modules (the node and the module)."""

    def register(fn):
        if call_target in _INFERENCE_RULES:
            raise RuntimeError(f"Inference rule already registered for {call_target}!")
        _INFERENCE_RULES[call_target] = fn
        return fn

    return register


def expand_to_tensor_dim(t, n):
    """The type of a tensor of n dimensions, of which t may say nothing yet."""
    if t == Dyn:
        return TensorType(tuple([Dyn] * n))
    if isinstance(t, TensorType):
        if len(t.__args__) != n:
            raise TypeError(f"Cannot extend tensor. Tensor {t} has rank {len(t.__args__)}. It should have rank {n}")
        return t
    raise TypeError(f"Cannot extend the type {t}")


def broadcast_types(t1, t2):
    """Both types as operators on elements see them: of as many dimensions, sizes of 1 stretched."""
    if not isinstance(t1, TensorType) or not isinstance(t2, TensorType):
        return t1, t2
    a, b = list(t1.__args__), list(t2.__args__)
    rank = max(len(a), len(b))
    a, b = [1] * (rank - len(a)) + a, [1] * (rank - len(b)) + b
    for i in range(rank):
        if a[i] == 1:
            a[i] = b[i]
        elif b[i] == 1:
            b[i] = a[i]
    return TensorType(tuple(a)), TensorType(tuple(b))


def _meet(t1, t2):
    """What both types together say of a value."""
    if t1 == Dyn or t2 == Dyn:
        return t2 if t1 == Dyn else t1
    if not is_consistent(t1, t2):
        raise TypeError(f"The types {t1} and {t2} are not consistent")
    if not isinstance(t1, TensorType):
        return t1 if is_more_precise(t1, t2) else t2
    return TensorType(tuple(b if a == Dyn else a for a, b in zip(t1.__args__, t2.__args__)))


@register_inference_rule(torch.add)
@register_inference_rule(operator.add)
def add_inference_rule(n):
    for arg in n.args[:2]:
        assert isinstance(arg, Node), f"Expected Node, got {type(arg)}"
    t1, t2 = n.args[0].type, n.args[1].type
    new1, new2 = broadcast_types(t1, t2)
    if new1 != t1 or new2 != t2:
        n.meta["broadcast"] = True
        n.meta[str(n.args[0])], n.meta[str(n.args[1])] = new1, new2
    else:
        n.meta["broadcast"] = False
    if not is_consistent(new1, new2):
        raise TypeError(f"Cannot add arguments {n.args[0]} ({t1}) and {n.args[1]} ({t2}) in node {n}. Types should match ")
    n.type = new2 if is_more_precise(new1, new2) else new1
    return n.type


@register_inference_rule(getattr)
def get_attr_inference_rule(n):
    n.type = Dyn
    return n.type


@register_inference_rule(torch.transpose)
def transpose_inference_rule(n):
    t, (dim1, dim2) = n.args[0].type, n.args[1:3]
    if t == Dyn:
        n.type = Dyn
        return n.type
    if not (isinstance(t, TensorType) and 0 <= dim1 < len(t.__args__) and 0 <= dim2 < len(t.__args__)):
        raise TypeError(f"Cannot transpose {dim1} and {dim2} in type {t} for node {n}")
    sizes = list(t.__args__)
    sizes[dim1], sizes[dim2] = sizes[dim2], sizes[dim1]
    n.type = _meet(TensorType(sizes), n.type)
    return n.type


@register_inference_rule(torch.reshape)
def reshape_inference_rule(n):
    t, target = n.args[0].type, TensorType([Dyn if size == -1 else size for size in n.args[1]])
    if t != Dyn:
        old, new = (math.prod(size for size in x.__args__ if size != Dyn) for x in (t, target))
        if old % new != 0 and new % old != 0:
            raise TypeError(f"Cannot reshape in node {n} from {t} to {target}")
    n.type = target
    return n.type


@register_inference_rule(torch.flatten)
def flatten_inference_rule(n):
    start = n.args[1] if len(n.args) > 1 else 1
    end = n.args[2] if len(n.args) > 2 else -1
    if n.args[0].type == Dyn and isinstance(n.type, TensorType):
        n.args[0].type = expand_to_tensor_dim(n.args[0].type, len(n.type.__args__))
    if isinstance(n.args[0].type, TensorType):
        n.type = _meet(_flattened(n.args[0].type, start, end), n.type)
    return n.type


def _flattened(t, start, end):
    rank = len(t.__args__)
    first, last = rank if start == -1 else abs(start), rank + end + 1 if end < 0 else end + 1
    if not (0 <= first <= rank and 0 <= last <= rank and first < last):
        raise TypeError(f"Incompatible dimensions {first}, {last - 1} in type {t}")
    middle = t.__args__[first:last]
    return TensorType((*t.__args__[:first], Dyn if Dyn in middle else math.prod(middle), *t.__args__[last:]))


def _refuse(n, module, given):
    raise TypeError(f"Cannot apply {module} with input type {given} and existing type {n.type} on {n}")


@register_inference_rule(BatchNorm2d)
def bn2d_inference_rule(n, module):
    n.args[0].type = given = expand_to_tensor_dim(n.args[0].type, 4)
    n.type = expand_to_tensor_dim(n.type, 4)
    if not (is_consistent(given.__args__[1], module.num_features) and is_consistent(n.type.__args__[1], module.num_features) and is_consistent(given, n.type)):
        _refuse(n, module, given)
    n.type = _meet(given, n.type)
    return n.type


def _pair(x):
    return (x, x) if isinstance(x, int) else x


def calculate_out_dimension(d_in, module, index):
    """The size behind a window that moves along dimension index."""
    if d_in == Dyn:
        return Dyn
    if not isinstance(d_in, int):
        raise TypeError(f"{d_in} in {module} must be a number or Dyn. Received {type(d_in)}")
    padding, kernel, stride, dilation = (_pair(x)[index] for x in (module.padding, module.kernel_size, module.stride, module.dilation))
    return (d_in + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1


@register_inference_rule(Conv2d)
def conv2d_inference_rule(n, module):
    n.args[0].type = given = expand_to_tensor_dim(n.args[0].type, 4)
    if not is_consistent(given.__args__[1], module.in_channels):
        _refuse(n, module, given)
    height, width = (calculate_out_dimension(given.__args__[2 + i], module, i) for i in range(2))
    n.type = _meet(TensorType((given.__args__[0], module.out_channels, height, width)), expand_to_tensor_dim(n.type, 4))
    return n.type


@register_inference_rule(torch.nn.ReLU)
def relu_inference_rule(n, module):
    if n.args[0].type == Dyn and isinstance(n.type, TensorType):
        n.args[0].type = expand_to_tensor_dim(n.args[0].type, len(n.type.__args__))
    if isinstance(n.args[0].type, TensorType):
        n.type = _meet(n.args[0].type, n.type)
    return n.type


def _last_two(n, module, sizes):
    """The type of the operand of a node with other last two sizes."""
    if n.args[0].type == Dyn and isinstance(n.type, TensorType):
        n.args[0].type = expand_to_tensor_dim(n.args[0].type, len(n.type.__args__))
    given = n.args[0].type
    if isinstance(given, TensorType):
        if len(given.__args__) not in (3, 4):
            raise TypeError(f"Wrong size {given} for {module}")
        n.type = _meet(TensorType((*given.__args__[:-2], *sizes(given.__args__[-2:]))), n.type)
    return n.type


@register_inference_rule(torch.nn.MaxPool2d)
def maxpool2d_inference_rule(n, module):
    return _last_two(n, module, lambda last: [calculate_out_dimension(d, module, i) for i, d in enumerate(last)])


@register_inference_rule(torch.nn.AdaptiveAvgPool2d)
def adaptiveavgpool2d_inference_rule(n, module):
    return _last_two(n, module, lambda last: [d if size is None else size for d, size in zip(last, _pair(module.output_size))])


@register_inference_rule(torch.nn.Linear)
def linear_inference_rule(n, module):
    if n.args[0].type == Dyn and isinstance(n.type, TensorType):
        n.args[0].type = expand_to_tensor_dim(n.args[0].type, len(n.type.__args__))
    given = n.args[0].type
    if isinstance(given, TensorType):
        if not is_consistent(module.in_features, given.__args__[-1]):
            raise TypeError(f"Inconsistent {module.in_features} and {given.__args__[-1]} in {module}")
        n.type = _meet(TensorType((*given.__args__[:-1], module.out_features)), n.type)
    return n.type


class GraphTypeChecker:
    """Gives the nodes of a traced module types, and refuses what cannot be right for any sizes."""

    def __init__(self, env, traced):
        self.env, self.traced = env, traced

    def type_check(self):
        for n in self.traced.graph.nodes:
            self.type_check_node(n)
        return True

    def type_check_node(self, n):
        """The type of a node, once those that it takes have theirs."""
        if n.type is None:
            n.type = Dyn
        if n.op == "placeholder":
            return n.type
        if n.op == "get_attr":
            value = operator.attrgetter(n.target)(self.traced)
            if isinstance(value, torch.Tensor):
                n.type = TensorType(tuple(value.shape))
            return n.type
        if n.op == "call_function":
            if n.target not in _INFERENCE_RULES:
                raise RuntimeError(f"No inference rule registered for target {n.target}!")
            return _INFERENCE_RULES[n.target](n)
        if n.op == "call_module":
            module = self.traced.get_submodule(n.target)
            if type(module) not in _INFERENCE_RULES:
                raise RuntimeError(f"No inference rule registered for class {type(module)}!")
            return _INFERENCE_RULES[type(module)](n, module)
        if n.op == "output":
            n.type = map_arg(n.args[0], lambda a: a.type)
            return n.type
        raise NotImplementedError(f"Method {n.op} not yet implemented")
