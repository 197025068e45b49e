"""What a graph of an exported program may hold."""

import builtins
import math
import operator

import torch
from torch.export.graph_signature import InputKind, OutputKind, TensorArgument

__all__ = ["SpecViolationError", "TrainingIRVerifier", "Verifier", "load_verifier"]


class SpecViolationError(Exception):
    """A graph or signature that is not one of an exported program."""


_VERIFIERS = {}


def _is_function_of_torch(target):
    """Whether a target is a function that scripts call, which is no operator: torch.add and its like, but for those on symbolic numbers."""
    name = getattr(target, "__name__", "")
    return isinstance(name, str) and not name.startswith("sym_") and any(getattr(module, name, None) is target for module in (torch, torch.nn.functional, torch.Tensor))


def _gives_nothing(node):
    """Whether a node has no value that could be noted: its operator has no results, or is a function without a schema."""
    schema = getattr(node.target, "_schema", None)
    return node.op == "call_function" and (schema is None or not schema.returns)


class Verifier:
    """Checks the graphs of a dialect; derived classes say what more is allowed."""

    dialect = "ATEN"
    functional = True

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if "dialect" in cls.__dict__:
            _VERIFIERS[cls.dialect] = cls

    def allowed_builtin_ops(self):
        return [
            operator.getitem, operator.add, operator.mul, operator.sub, operator.truediv, operator.ge, operator.le, operator.gt, operator.lt, operator.eq, operator.ne,
            operator.floordiv, operator.mod, operator.and_, operator.or_, operator.not_, operator.pow, operator.neg, operator.abs, operator.lshift, operator.rshift,
            math.ceil, math.floor, math.trunc, builtins.round,
        ]

    def allowed_op_types(self):
        return (torch._ops.OpOverload, torch._ops.HigherOrderOperator)

    def allowed_getattr_types(self):
        return (torch.fx.GraphModule, torch.utils._pytree.TreeSpec)

    def check_valid_op(self, op):
        """Raises for an operator that the dialect does not have."""

    def check_additional(self, gm):
        """Raises for what else the dialect refuses."""

    def check(self, ep):
        """Raises SpecViolationError for a program that breaks a rule."""
        _check_signature(ep)
        self.check_graph_module(ep.graph_module)

    def check_graph_module(self, gm):
        gm.graph.lint()
        for node in gm.graph.nodes:
            if node.op in ("call_module", "call_method"):
                raise SpecViolationError(f"call_module is not valid: got a class '{node.target}' ")
            if node.op in ("placeholder", "call_function") and "val" not in node.meta and not _gives_nothing(node):
                raise SpecViolationError(f"Node.meta {node.name} is missing val field.")
            if node.op == "call_function":
                self._check_function(node)
            elif node.op == "get_attr":
                self._check_attribute(gm, node)
        for child in gm.children():
            if isinstance(child, torch.fx.GraphModule):
                self.check_graph_module(child)
        self.check_additional(gm)

    def _check_function(self, node):
        target = node.target
        if target in self.allowed_builtin_ops():
            return
        if not isinstance(target, self.allowed_op_types()) and (not (getattr(target, "__module__", "") or "").startswith("torch") or _is_function_of_torch(target)):
            raise SpecViolationError(f"Operator '{target}' is not an allowed operator type: {self.allowed_op_types()}\nValid builtin ops: {self.allowed_builtin_ops()}")
        if self.functional and isinstance(target, torch._ops.OpOverload) and target._schema.is_mutable:
            raise SpecViolationError(f"operator '{target}' is not functional")
        self.check_valid_op(target)

    def _check_attribute(self, gm, node):
        value = gm
        for part in node.target.split("."):
            value = getattr(value, part, None)
        if value is not None and not isinstance(value, self.allowed_getattr_types()) and not type(value).__name__.endswith("GraphModule"):
            raise SpecViolationError(f"Invalid get_attr type {type(value)}. \nValid get_attr types: {self.allowed_getattr_types()}")


class TrainingIRVerifier(Verifier):
    dialect = "TRAINING"
    functional = False


def load_verifier(dialect):
    """The verifier of a dialect."""
    return _VERIFIERS.get(dialect, Verifier)


def _check_signature(ep):
    places = [n.name for n in ep.graph.nodes if n.op == "placeholder"]
    signature = ep.graph_signature
    if len(places) != len(signature.input_specs):
        given = [spec.arg.name for spec in signature.input_specs]
        raise SpecViolationError(
            f"Number of graph inputs ({len(places)}) does not match number of inputs in the graph signature ({len(signature.input_specs)})\n"
            f"Placeholders missing input_specs: {set(places) - set(given)}\nInput_specs missing placeholders: {set(given) - set(places)}"
        )
    for spec, name in zip(signature.input_specs, places):
        if hasattr(spec.arg, "name") and spec.arg.name != name:
            raise SpecViolationError(f"Input spec name {spec.arg.name} does not match node name {name}")
        if spec.kind is InputKind.PARAMETER:
            _in_state(ep, spec.target, "Parameter")
            if not isinstance(ep.state_dict[spec.target], torch.nn.Parameter):
                raise SpecViolationError(f"State dict entry for parameter {spec.target} is not an instance of torch.nn.Parameter.")
        elif spec.kind is InputKind.BUFFER and spec.persistent:
            _in_state(ep, spec.target, "Buffer")
        elif spec.kind is InputKind.CONSTANT_TENSOR and spec.target not in ep.constants:
            raise SpecViolationError(f"Constant tensor {spec.target} is not in the constants dictionary.")
    results = ep.graph.output_node().args[0]
    if len(results) != len(signature.output_specs):
        made, given = ({getattr(x, "name", x) for x in xs} for xs in (results, [spec.arg for spec in signature.output_specs]))
        raise SpecViolationError(
            f"Number of output nodes {len(results)} is different Than the number of outputs specified by the graph signature: {len(signature.output_specs)}\n"
            f"Nodes missing output_specs: {made - given}\nOutput_specs missing nodes: {given - made}"
        )
    for spec, value in zip(signature.output_specs, results):
        if isinstance(value, torch.fx.Node) and isinstance(spec.arg, TensorArgument) and spec.arg.name != value.name:
            raise SpecViolationError(f"User output {value.name} is not in the correct order or is not found in the exported program's user_output list: {signature.user_outputs}. ")
        if spec.kind is OutputKind.BUFFER_MUTATION and spec.target not in signature.inputs_to_buffers.values():
            raise SpecViolationError(
                f"Buffer output {value} does not point to a buffer that exists. \nDict of buffers that are mutated, in order: {signature.buffers_to_mutate} \n"
                f"Buffer nodes available: {tuple(signature.buffers)} \n"
            )
        if spec.kind is OutputKind.USER_INPUT_MUTATION and spec.target not in signature.user_inputs:
            raise SpecViolationError(f"Mutated input {spec.target} does not exist in user inputs.")


def _in_state(ep, name, what):
    if name not in ep.state_dict:
        raise SpecViolationError(f"{what} {name} is not in the state dict.")
