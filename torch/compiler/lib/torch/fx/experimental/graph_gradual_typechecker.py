"""Gradual typing of graphs: nodes get types of tensors of which some sizes are known, by a rule for each function and kind of module."""

import itertools
import math
import operator

import sympy
import torch
from torch.fx.experimental.refinement_types import Equality
from torch.fx.experimental.unification import Var
from torch.fx.node import Node, map_arg
from torch.fx.tensor_type import Dyn, TensorType, is_consistent, is_more_precise
from torch.nn.modules.batchnorm import BatchNorm2d
from torch.nn.modules.conv import Conv2d

__all__ = [
    "GraphTypeChecker", "Refine", "broadcast_types", "expand_to_tensor_dim", "register_algebraic_expressions_inference_rule", "register_inference_rule", "register_refinement_rule",
]

_INFERENCE_RULES = {}
_REFINEMENT_RULES = {}
_RULES = {}


def _registering(rules, kind, call_target):
    def register(fn):
        if call_target in rules:
            raise RuntimeError(f"{kind} already registered for {call_target}!")
        rules[call_target] = fn
        return fn

    return register


def register_inference_rule(call_target):
    """Registers a rule for a function (it gets the node) or a class of modules (the node and the module)."""
    return _registering(_INFERENCE_RULES, "Inference rule", call_target)


def register_refinement_rule(call_target):
    """Registers a rule that gives, for a node, which sizes are the same."""
    return _registering(_REFINEMENT_RULES, "Refinement rule", call_target)


def register_algebraic_expressions_inference_rule(call_target):
    """Registers a rule that gives a node a type whose sizes are expressions."""
    return _registering(_RULES, "Rule", call_target)


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
    if not isinstance(d_in, (int, sympy.Symbol)):
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
    return _last_two(n, module, lambda _: [size if size is not None else next(filter(None, _pair(module.output_size))) for size in _pair(module.output_size)])


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


def _types_of(*values):
    """The sizes of several types, None where one of them is no type of a tensor."""
    return [t.__args__ for t in values] if all(isinstance(t, TensorType) for t in values) else None


def _equalities(n, places):
    sizes = _types_of(n.args[0].type, n.type)
    return [Equality(a, b) for a, b in list(zip(*sizes))[places]] if sizes else []


@register_refinement_rule(Conv2d)
def conv_refinement_rule(n):
    """Such modules keep the first size."""
    return _equalities(n, slice(1))


@register_refinement_rule(torch.nn.Linear)
def linear_refinement_rule(n):
    """So do these."""
    return _equalities(n, slice(1))


@register_refinement_rule(BatchNorm2d)
@register_refinement_rule(torch.nn.ReLU)
def all_eq(n):
    """These keep all sizes."""
    return _equalities(n, slice(None))


@register_refinement_rule(torch.nn.AdaptiveAvgPool2d)
@register_refinement_rule(torch.nn.MaxPool2d)
def first_two_eq(n):
    """These keep the first two."""
    return _equalities(n, slice(2))


@register_refinement_rule(torch.add)
@register_refinement_rule(operator.add)
def element_wise_eq(n):
    """Sizes that both operands have once they are stretched are those of the result."""
    if not all(isinstance(arg, Node) for arg in n.args[:2]):
        return []
    t1, t2 = n.args[0].type, n.args[1].type
    if not _types_of(t1, t2, n.type):
        return []
    return [Equality(x, z) for x, y, z in zip(*_types_of(*broadcast_types(t1, t2), n.type)) if x == y]


@register_refinement_rule(torch.flatten)
def flatten_refinement_rule(n):
    """What is in front of the flattened dimensions and behind them stays."""
    start = n.args[1] if len(n.args) > 1 else 1
    end = n.args[2] if len(n.args) > 2 else -1
    sizes = _types_of(n.args[0].type, n.type)
    if not sizes:
        return []
    end = len(sizes[0]) + end if end < 0 else end
    front = [Equality(made, given) for given, made in zip(sizes[0][:start], sizes[1][:start])]
    return front + [Equality(made, given) for given, made in zip(sizes[0][end + 1:], sizes[1][end + 1:])]


@register_algebraic_expressions_inference_rule(Conv2d)
def conv_rule(n, module):
    """The sizes behind a convolution are expressions of those in front of it."""
    sizes = _types_of(n.args[0].type, n.type)
    if sizes:
        height, width = (calculate_out_dimension(sizes[0][2 + i], module, i) for i in range(2))
        n.type = TensorType((sizes[1][0], sizes[1][1], height, width))
        return n.type


class Refine:
    """Gives unknown sizes names, and collects which of them are the same."""

    def __init__(self, traced):
        self.constraints, self.traced, self.symbol_iter = [], traced, itertools.count(0, 1)

    def refine(self):
        """Goes over the nodes in order."""
        for n in self.traced.graph.nodes:
            self.refine_node(n)
        return True

    def symbolic_relations(self):
        """Makes sizes expressions of the names."""
        for n in self.traced.graph.nodes:
            self.infer_symbolic_relations(n)
        return True

    def replace_dyn_with_fresh_var(self, typ):
        """A type with names for what is unknown."""
        return self._mapped(typ, lambda t: Var(next(self.symbol_iter)) if t == Dyn else t)

    def convert_to_sympy_symbols(self, typ):
        """A type with symbols of sympy for the names."""
        return self._mapped(typ, lambda t: sympy.symbols(str(t)) if isinstance(t, Var) else t)

    def _mapped(self, typ, f):
        if isinstance(typ, TensorType):
            return TensorType(tuple(self._mapped(t, f) for t in typ.__args__))
        if isinstance(typ, (list, tuple)):
            return type(typ)(self._mapped(t, f) for t in typ)
        return f(typ)

    def refine_node(self, n):
        """Names what the type of a node leaves open, and notes what its rule says."""
        if n.op == "output":
            n.type = map_arg(n.args[0], lambda a: a.type)
        if n.type is None:
            n.type = Dyn
        n.type = self.replace_dyn_with_fresh_var(n.type)
        rule = _REFINEMENT_RULES.get(self._kind(n))
        if rule is not None:
            self.constraints += rule(n) or []

    def infer_symbolic_relations(self, n):
        """The type of a node with expressions for sizes."""
        n.type = self.convert_to_sympy_symbols(n.type)
        if self._kind(n) in _RULES:
            _RULES[self._kind(n)](n, self.traced.get_submodule(n.target))
        if n.op == "output":
            n.type = map_arg(n.args[0], lambda a: a.type)
        return n.type

    def _kind(self, n):
        if n.op == "call_module":
            return type(self.traced.get_submodule(n.target))
        return n.target if n.op == "call_function" else None
