"""ExportedProgram, and the tracing that makes one."""

import contextlib
import copy
import dataclasses
import enum
import functools
import inspect
import logging
import operator
import re
import types
import warnings
from typing import Any, NamedTuple

import torch
from torch._C._dynamo import eval_frame as _c
from torch._higher_order_ops._record import naming
from torch.amp.autocast_mode import _entered
from torch._dynamo.eval_frame import _exporting
from torch._dynamo.exc import UserError, UserErrorType
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.fx.experimental._unbacked import bind_unbacked
from torch.fx.experimental.symbolic_shapes import ConstraintViolationError, GuardOnDataDependentSymNode
from torch.fx.graph_module import GraphModule, _from_native
from torch.fx.passes.shape_prop import _extract_tensor_metadata
from torch.fx.traceback import get_current_meta, has_preserved_node_meta, preserve_node_meta
from torch.nn.modules.module import register_module_buffer_registration_hook
from torch.utils import _pytree as pytree

from .decomp_utils import CustomDecompTable
from .dynamic_shapes import Dim, AdditionalInputs, ShapesCollection, _bind, _checked, _DimHint, _DimHintType, _IntWrapper
from ._assumed import constant_results
from ._attributes import _own, attributes_kept
from ._bodies import name_bodies
from ._calls import watching
from ._canonical import canonicalize
from ._functions import Calls, keeping_recurrent, run_nodes
from ._leaves import _PREFIX, _check_hints, _clean, _dynamo_names, _items, _leaf_names, _leaf_shapes, _leaf_sources, _marked, _name_by_dynamo, _policies, _state_name, _unique
from ._extrema import extrema_of_sizes
from ._metadata import complete
from ._modes import Switches, wrap_autocast, wrap_modes
from ._ranges import _Symbol, _range
from ._switches import switch_off
from ._wrappers import leaves
from .graph_signature import ConstantArgument, CustomObjArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, SymBoolArgument, SymFloatArgument, SymIntArgument, TensorArgument

__all__ = ["Constraint", "ExportedProgram", "ModuleCallEntry", "ModuleCallSignature", "export", "export_for_training"]

Constraint = Dim


@dataclasses.dataclass
class ModuleCallSignature:
    inputs: list
    outputs: list
    in_spec: object
    out_spec: object
    forward_arg_names: list | None = None


@dataclasses.dataclass
class ModuleCallEntry:
    fqn: str
    signature: ModuleCallSignature | None = None


class CallSpec(NamedTuple):
    """The trees of the arguments and of what is returned."""

    in_spec: Any
    out_spec: Any


class _fixed(property):
    """What a program says of itself and nobody sets."""

    def __set_name__(self, owner, name):
        self.name = name

    def __set__(self, program, value):
        raise RuntimeError(f"Unable to set ExportedProgram's {self.name} attribute.")


def _set_examples(program, value):
    if value is not None and not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], tuple) and isinstance(value[1], dict)):
        raise ValueError("Example inputs should be a tuple containing example arguments (as a tuple), and example kwargs (as a dictionary).")
    program._example_inputs = value


class ExportedProgram:
    """A graph of operators with the state and the signature of the module that it was made of."""

    def __init__(self, root, graph, graph_signature, state_dict, range_constraints, module_call_graph, example_inputs=None, constants=None, *, verifiers=None):
        self._graph_module = root if isinstance(root, GraphModule) else GraphModule(root, graph)
        self._graph_signature = graph_signature
        self._state_dict = state_dict
        self._range_constraints = range_constraints
        self._module_call_graph = module_call_graph
        self._example_inputs = example_inputs
        self._constants = constants or {}
        self._guards_code = []
        self._names = []
        self._root = None
        self._verifiers = verifiers or [_training_verifier()]

    graph_module = _fixed(lambda self: self._graph_module)
    graph = _fixed(lambda self: self._graph_module.graph)
    graph_signature = _fixed(lambda self: self._graph_signature)
    state_dict = _fixed(lambda self: self._state_dict)
    range_constraints = _fixed(lambda self: self._range_constraints)
    module_call_graph = _fixed(lambda self: self._module_call_graph)
    example_inputs = property(lambda self: self._example_inputs, lambda self, value: _set_examples(self, value))
    constants = _fixed(lambda self: self._constants)
    tensor_constants = _fixed(lambda self: self._constants)
    dialect = _fixed(lambda self: self.verifier.dialect)
    verifier = _fixed(lambda self: self._verifiers[0])
    verifiers = _fixed(lambda self: self._verifiers)
    root_module = _fixed(lambda self: self._root)
    call_spec = _fixed(lambda self: CallSpec(self._in_spec, self._out_spec))

    def _argument_names(self):
        """What the arguments that the program was made for are called."""
        if self._root is not None:
            return list(_given(self._root, *self.example_inputs))
        args, kwargs = self._in_spec.children_specs
        return self._names or [f"arg{i}" for i in range(len(args.children_specs))] + list(kwargs.context)

    def _example(self):
        """The example inputs by their names."""
        if self._root is not None:
            return _given(self._root, *self.example_inputs)
        if self.example_inputs is None:
            raise RuntimeError("the archive of the exported program has no example inputs")
        args, kwargs = self.example_inputs
        return dict(zip(self._argument_names(), [*args, *kwargs.values()]))

    def parameters(self):
        """The parameters."""
        return (p for _, p in self.named_parameters())

    def named_parameters(self):
        """The parameters with their names."""
        return ((name, self._state_dict[name]) for name in self._graph_signature.parameters)

    def buffers(self):
        """The buffers."""
        return (b for _, b in self.named_buffers())

    def named_buffers(self):
        """The buffers with their names."""
        return ((name, self._value(name)) for name in self._graph_signature.buffers)

    def _value(self, target):
        return self._state_dict[target] if target in self._state_dict else self._constants[target]

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Unable to call ExportedProgram directly. You should use `exported_program.module()` instead.")

    def __str__(self):
        body = self._graph_module.print_readable(print_output=False).replace("\n", "\n    ")
        signature = str(self._graph_signature).replace("\n", "\n    ")
        return f"ExportedProgram:\n    {body}\nGraph signature:{signature}\nRange constraints: {self._range_constraints}\n"

    def module(self, check_guards=True):
        """A module that runs the program on a copy of nothing: it shares the state."""
        from ._unlift import _unlift_exported_program_lifted_states

        return _unlift_exported_program_lifted_states(self, check_guards)

    def run_decompositions(self, decomp_table=None, decompose_custom_triton_ops=False):
        """A program without changes in place, whose composite operators are taken apart."""
        from ._decompose import decomposed

        return decomposed(self, CustomDecompTable() if decomp_table is None else decomp_table)

    def validate(self):
        """Checks the graph and its signature."""
        for verifier in self._verifiers:
            verifier().check(self)

    _validate = validate

    def _transform_do_not_use(self, *passes):
        """The program with a graph that passes have changed; the signature follows the names of nodes."""
        from torch.fx.passes.infra.pass_manager import PassManager

        result = PassManager(list(passes))(copy.deepcopy(self.graph_module))
        if result is None or result.graph_module is self.graph_module:
            return self
        gm = result.graph_module
        signature = copy.deepcopy(self.graph_signature)
        places = [n for n in gm.graph.nodes if n.op == "placeholder"]
        for spec, node in zip(signature.input_specs, places):
            spec.arg.name = node.name
        for spec, value in zip(signature.output_specs, gm.graph.output_node().args[0]):
            if isinstance(value, torch.fx.Node):
                spec.arg = _argument(value)
        made = self._update(gm, signature)
        made.validate()
        return made

    def _update(self, graph_module, graph_signature, *, state_dict=None, constants=None, verifiers=None):
        """The program with another graph."""
        made = ExportedProgram(graph_module, graph_module.graph, graph_signature, self.state_dict if state_dict is None else state_dict, dict(self.range_constraints), self.module_call_graph,
                               self.example_inputs, self.constants if constants is None else constants, verifiers=verifiers or self._verifiers)
        made._in_spec, made._out_spec, made._root, made._names, made._guards_code = self._in_spec, self._out_spec, self._root, self._names, self._guards_code
        return made

    def __deepcopy__(self, memo):
        gm = copy.deepcopy(self.graph_module, memo)
        state = {name: copy.deepcopy(t, memo) for name, t in self.state_dict.items()}
        constants = {name: copy.deepcopy(t, memo) for name, t in self.constants.items()}
        return self._update(gm, copy.deepcopy(self.graph_signature), state_dict=state, constants=constants)

    def __copy__(self):
        return self


def _training_verifier():
    from torch._export.verifier import TrainingIRVerifier

    return TrainingIRVerifier


def export(mod, args, kwargs=None, *, dynamic_shapes=None, strict=False, preserve_module_call_signature=(), prefer_deferred_runtime_asserts_over_guards=False):
    """The program of a module for arguments like args. dynamic_shapes says which sizes stay open."""
    if not isinstance(mod, torch.nn.Module):
        raise ValueError(f"Expected `mod` to be an instance of `torch.nn.Module`, got {type(mod)}.")
    try:
        return _export(mod, args, kwargs or {}, dynamic_shapes, strict, set(preserve_module_call_signature), prefer_deferred_runtime_asserts_over_guards)
    except GuardOnDataDependentSymNode as e:
        if strict:
            raise UserError(UserErrorType.ANTI_PATTERN, f"Consider annotating your code using torch._check*(). {e}\n\n{_ADVICE}", case_name="constrain-as-size-example") from e
        e.args = (f"{e}\n\n{_ADVICE}", *e.args[1:])
        raise
    except (UserError, ConstraintViolationError) as e:
        e.args = (f"{e}\n\n{_ADVICE}", *e.args[1:])
        raise


def _export(mod, args, kwargs, dynamic_shapes, strict, kept, deferred=False, real=None):
    from ._unlift import _StatefulGraphModule

    if isinstance(mod, torch.jit.ScriptModule):
        raise ValueError(
            "Exporting a ScriptModule is not supported. Maybe try converting your ScriptModule to an ExportedProgram using `TS2EPConverter(mod, args, kwargs).convert()` instead."
        )
    if not isinstance(args, tuple):
        raise UserError(UserErrorType.INVALID_INPUT, f"Expecting `args` to be a tuple of example positional inputs, got {type(args)}")
    for path in filter(None, kept):
        functools.reduce(getattr, path.split("."), mod)
    given = mod, args, kwargs
    args, kwargs = pytree.tree_map(lambda x: x.val if isinstance(x, _IntWrapper) else x, (args, kwargs))
    named = _bind(mod, args, kwargs)
    if isinstance(dynamic_shapes, (AdditionalInputs, ShapesCollection)):
        dynamic_shapes = dynamic_shapes.dynamic_shapes(*given)
    shapes = _checked(named, dynamic_shapes)
    met = {}
    if strict and not isinstance(mod, _StatefulGraphModule):  # what a program has become was not refused
        met = _met(mod, args, kwargs)
    return _trace(mod, args, kwargs, _given(mod, args, kwargs), _by_name(mod, shapes), strict, kept, met, isinstance(dynamic_shapes, dict), deferred, real)


_ADVICE = (
    "The error above occurred when calling torch.export.export. If you would like to view some more information about this error, and get a list "
    "of all other errors that may occur in your export call, you can replace your `export()` call with `draft_export()`."
)


# functions whose calls programs leave out
_LOGGING = {print, warnings.warn, logging.debug, logging.info, logging.warning, logging.error, logging.critical, logging.exception, logging.log}


# the settings of Dynamo for exports
_DYNAMO = {"reorderable_logging_functions": _LOGGING, "canonicalize_output_graph_node_order": False, "capture_scalar_outputs": True, "capture_dynamic_output_shape_ops": True,
           "replay_side_effects": False, "side_effect_replay_policy": "warn"}


def _met(mod, args, kwargs):
    """What Dynamo calls the tensors that it meets, by their ids, in that order. Raises what Dynamo refuses; the module, its tensors and the arguments stay as they are."""
    from ._trace import DEFAULT_EXPORT_DYNAMO_CONFIG as settings

    met = {}

    def note(gm, inputs):
        places = (n for n in gm.graph.nodes if n.op == "placeholder")
        met.update((id(t), n.name) for n, t in zip(places, inputs))
        return gm

    tensors = [(part, part.detach().clone()) for _, t, *_ in _state(mod) for part in leaves(t)]
    args, kwargs = pytree.tree_map(lambda x: x.detach().clone().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x, (args, kwargs))
    try:
        with attributes_kept(mod, True), torch._dynamo.config.patch({**_DYNAMO, "allow_rnn": settings.allow_rnn}):
            torch.compile(mod, backend=note, fullgraph=True, dynamic=False)(*args, **kwargs)
    finally:
        torch._dynamo.reset()
        with torch.no_grad():
            for t, before in tensors:
                t.copy_(before)
    return met


def export_for_training(mod, args, kwargs=None, *, dynamic_shapes=None, strict=False, preserve_module_call_signature=()):
    """export under its older name."""
    return export(mod, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict)


def _state(mod):
    """The tensors of a module: names with kinds, parameters first, then buffers, then other attributes."""
    kept = set(mod.state_dict())
    entries = [(name, p, InputKind.PARAMETER, None) for name, p in mod.named_parameters(remove_duplicate=False)]
    entries += [(name, b, InputKind.BUFFER, name in kept) for name, b in mod.named_buffers(remove_duplicate=False)]
    known = {id(t) for _, t, *_ in entries}
    for name, value in _attributes_of(mod):
        if id(value) not in known:
            known.add(id(value))
            entries.append((name, value, InputKind.CONSTANT_TENSOR, None))
    return entries


def _attributes_of(mod):
    """The tensors that are plain attributes of modules, with their paths."""
    for path, m in mod.named_modules():
        for name, value in m.__dict__.items():
            if isinstance(value, torch.Tensor):
                yield f"{path}.{name}" if path else name, value


def _call_signature(args, kwargs, out):
    inputs, in_spec = pytree.tree_flatten((args, kwargs))
    outputs, out_spec = pytree.tree_flatten(out)

    def argument(value):
        name = _c.name_of(value) if isinstance(value, (torch.Tensor, torch.SymInt)) else None
        return ConstantArgument("", value) if name is None else SymIntArgument(name) if isinstance(value, torch.SymInt) else TensorArgument(name)

    return ModuleCallSignature([argument(v) for v in inputs], [argument(v) for v in outputs], in_spec, out_spec)


@contextlib.contextmanager
def _replaced(mod, values):
    """The module with other tensors in the place of its own."""
    saved = []
    try:
        for name, value in values.items():
            *path, last = name.split(".")
            owner = mod.get_submodule(".".join(path))
            table = owner._parameters if last in owner._parameters else owner._buffers if last in owner._buffers else owner.__dict__
            saved.append((table, last, table[last]))
            table[last] = value
        yield
    finally:
        for table, last, value in reversed(saved):
            table[last] = value


@contextlib.contextmanager
def _assignments():
    """The modules and names of the buffers that are assigned to within it."""
    met = set()
    handle = register_module_buffer_registration_hook(lambda module, name, _: met.add((id(module), name)))
    try:
        yield met
    finally:
        handle.remove()


def _write_back(mod, own, met, assigned):
    """Copies what the program has assigned to buffers into the tensors that they were; assigned gets their names before."""
    for name, before in own.items():
        *path, last = name.split(".")
        owner = mod.get_submodule(".".join(path))
        now = owner._buffers.get(last)
        if (id(owner), last) in met and isinstance(now, torch.Tensor):
            assigned.append(name)
            before.copy_(now)


def _aim_copies(graph, copies):
    """Has copies into buffers that were assigned to start from these buffers, whatever was changed in place since."""
    inputs = {n.name: n for n in graph.find_nodes(op="placeholder")}
    for node, name in copies.items():
        if node.args[1].op == "placeholder":
            from torch._export.verifier import SpecViolationError

            raise SpecViolationError(f"Node {node.name} of type call_function is missing nn_module_stack metadata")
        node.replace_all_uses_with(node.args[1])
        node.args = (inputs[name], *node.args[1:])


def _given(mod, args, kwargs):
    """The arguments of a call by name: those by position, as parameters are called, then those by keyword, in the order of the call."""
    return {**inspect.signature(mod.forward).bind_partial(*args).arguments, **kwargs}


def _by_name(mod, shapes):
    """Dynamic shapes with those of further keywords beside the others."""
    more = [p.name for p in inspect.signature(mod.forward).parameters.values() if p.kind is p.VAR_KEYWORD]
    return {**{k: v for k, v in shapes.items() if k not in more}, **{k: v for name in more for k, v in (shapes.get(name) or {}).items()}}


# what programs take and give beside containers of it
_INPUTS = (torch.Tensor, int, float, bool, str, type(None), torch.SymInt, torch.SymFloat, torch.SymBool, torch.ScriptObject, enum.Enum)
_CONSTANTS = (*_INPUTS, complex, bytes, torch.dtype, torch.device, torch.layout, torch.memory_format, types.FunctionType)


def _refuse_input(kind, strict):
    if strict and not issubclass(kind, _CONSTANTS):
        raise UserError(UserErrorType.INVALID_INPUT, (
            f"It looks like one of the inputs with type `{kind}` is not supported or pytree-flattenable. \nExported graphs inputs can only contain the following supported types: "
            f"{list(_CONSTANTS)}. \nIf you are using a custom class object, please register a pytree_flatten/unflatten function using `torch.utils._pytree.register_pytree_node` or "
            "`torch.export.register_dataclass`."
        ))
    if strict:
        raise AssertionError(f"Encountered an unsupported object of type {kind} while writing the metadata for exported program")
    raise ValueError(
        f"Unsupported input type {kind}. Export only supports pytree containers of basic types (Tensor, int, float, ...) as input. To register a custom dataclass, use "
        "torch.export.register_dataclass. To register a custom container type, use torch.utils._pytree.register_pytree_node. To register a constant input, use "
        "torch.utils._pytree.register_constant"
    )


def _trace(mod, args, kwargs, named, shapes, strict, kept=frozenset(), met={}, by_name=True, deferred=False, real=None):
    state = _state(mod)
    for _, t, *_ in state:
        if torch.nn.parameter.is_lazy(t):
            t._is_view()  # which is refused
    flat = pytree.tree_leaves(tuple(named.values()))
    for value in flat:
        if not isinstance(value, _INPUTS):
            _refuse_input(type(value), strict)
    _, in_spec = pytree.tree_flatten((args, kwargs))
    names = _unique([_PREFIX[kind] + _state_name(name, strict) for name, _, kind, _ in state], _leaf_names(named))
    given = _leaf_shapes(named, shapes, strict)
    marks, first = [_policies(t, s) if shapes else _marked(t) for t, s in zip(flat, given)], {}
    for t, m in zip(flat, marks):  # a tensor that is given several times is open wherever one of its places is
        if isinstance(t, torch.Tensor):
            for d, mark in m.items():
                first.setdefault(id(t), m).setdefault(d, mark)
    sources = _leaf_sources(mod, named)
    _check_hints(flat, given, sources, strict)
    last = {id(t): name for name, t, *_ in state}  # of the names that a tensor has, the last one stands for it, or that by which Dynamo met it
    last.update((id(t), name) for name, t, kind, _ in state if met.get(id(t)) == _name_by_dynamo(name, kind))
    stack, calls, out_spec = [], {}, None
    again = not strict and isinstance(mod, GraphModule)  # what is said of its nodes holds of the new ones
    annotated = strict or again or has_preserved_node_meta()
    def run_exported(values):
        nonlocal out_spec
        own = dict(zip((name for name, *_ in state), values))
        own = {name: own[last[id(t)]] for name, t, *_ in state}
        given_now, last_place = list(values[len(state):]), {}
        for i, value in enumerate(flat):  # a tensor that is given several times is one, its last place stands for it
            if isinstance(value, torch.Tensor):
                last_place[id(value)] = i
        given_now = [given_now[last_place.get(id(value), i)] for i, value in enumerate(flat)]
        positional, keywords = pytree.tree_unflatten(given_now, in_spec)
        for context in (_replaced(mod, own), attributes_kept(mod, strict), watching(mod, stack, kept, calls, _call_signature), functions):
            entered.enter_context(context)
        if strict:
            entered.enter_context(constant_results(mod, values, tensors + flat))
        entered.enter_context(keeping_recurrent(mod))
        if again:
            mod.__dict__["forward"] = functools.partial(run_nodes, mod)
            entered.callback(mod.__dict__.pop, "forward", None)
            entered.enter_context(preserve_node_meta())
        if not strict:
            entered.enter_context(extrema_of_sizes())
        met = entered.enter_context(_assignments())
        out = mod(*positional, **keywords)
        if not strict:
            _write_back(mod, own, met, assigned)
        entered.close()
        outs, out_spec = pytree.tree_flatten(out)
        for value in outs:
            if not isinstance(value, _CONSTANTS if strict else _INPUTS):
                raise RuntimeError(f"Found {type(value)} in output, which is not a known type. If this type holds tensors, you need to register a pytree for it. See "
                                   "https://github.com/pytorch/functorch/issues/475 for a brief explanation why. If you don't need to register a pytree, please leave a comment "
                                   "explaining your use case and we'll make this more ergonomic to deal with")
        return outs

    nodes = []
    switches = Switches(nodes, strict)
    functions = Calls(switches.note)
    regions, outside, assigned, subscripts, copies = {}, len(_entered), [], set(), {}
    inputs = dict(zip((name for name, *_ in state), names))

    def note(node):
        if node.target is torch.ops.aten.copy_.default and assigned:
            node._rename("copy__default")
            copies[node] = inputs[assigned[-1]]
        nodes.append(node)
        if len(_entered) > outside:
            regions[node] = tuple(_entered[outside:])
        if isinstance(value := node.meta.get("val"), torch.Tensor):
            node.meta["tensor_meta"] = _extract_tensor_metadata(value, all(type(n) is int for n in value.shape))
        node.meta["nn_module_stack"] = {f"L__self__{name}": (path, f"{kind.__module__}.{kind.__qualname__}") for path, kind, name in stack}
        if functions.now is not None:
            node.meta["torch_fn"] = functions.now
            if strict:
                name, source = functions.source
                if source is operator.getitem:
                    subscripts.add(node)
                own = bool(stack) and stack[-1][1].__module__.startswith("torch.nn.")
                node.meta["source_fn_stack"] = [(name, stack[-1][1] if own else source)]
        if annotated and (custom := get_current_meta().get("custom")):
            node.meta["custom"] = dict(custom)
        if again:
            node.meta.update((key, value) for key, value in get_current_meta().items() if key in ("nn_module_stack", "torch_fn", "stack_trace"))
        if "stack_trace" in node.meta:
            node.meta["stack_trace"] = node.meta["stack_trace"].strip()

    tensors = [t for _, t, *_ in state]
    entered = contextlib.ExitStack()  # which is left here when a recording is given up
    outer, _exporting[0] = _exporting[0], True
    outer_naming, naming[0] = naming[0], _dynamo_names(names, state, named) if strict else None
    try:
        with unset_fake_temporarily(), entered:  # the recording has fakes of its own, with symbolic sizes
            module, violation, ranges, guards, _ = _c.record_calls(run_exported, tensors + flat, names, [{}] * len(tensors) + marks, note, True, False, True, len(tensors) if strict else None, names[:len(tensors)] + sources, [], deferred, None if real is None else real.replayed())
    finally:
        _exporting[0], naming[0] = outer, outer_naming
    if strict:  # Dynamo has numbered what depends on data before
        free = [name for name in ranges if name.startswith(("u", "zu"))]
        for name in free:
            kind = name.rstrip("0123456789")
            ranges[f"{kind}{int(name[len(kind):]) + sum(n.startswith(kind) for n in free)}"] = ranges[name]
    if violation:
        raise UserError(UserErrorType.CONSTRAINT_VIOLATION, violation)
    gm = _from_native(module)
    type(gm).__name__ = "GraphModule"
    said = mod.meta if isinstance(mod, GraphModule) else {}
    gm.meta.update({"inline_constraints": {}, **{key: value for key, value in said.items() if not strict or key == "custom"}})
    _aim_copies(gm.graph, copies)
    if not shapes:  # marks of tensors promise nothing
        ranges = {name: limits for name, limits in ranges.items() if name.startswith(("u", "zu"))}
    _compare_hints(gm.graph.find_nodes(op="placeholder")[len(tensors):], given, _paths(mod, named, by_name), ranges)
    if any(mode != switches.outer for _, mode in switches.made):
        before = list(gm.graph.nodes)
        wrap_modes(gm, switches, regions)
        if any(n in regions and n._erased for n in before):
            raise NotImplementedError("torch.export.export: magneto does not record programs that switch gradients off under autocast")
    if regions:
        wrap_autocast(gm, regions, strict)
    switch_off(gm)
    if strict:
        _note_sources_of_state(gm.graph, len(state))
    moved = _drop_unread(gm.graph, subscripts, strict)
    renamed = canonicalize(gm)
    renamed = {**renamed, **{old: renamed.get(new, new) for old, new in moved.items()}}
    ep = _program(mod, gm, state, flat, marks, out_spec, in_spec, ranges, (args, kwargs), strict, met)
    ep._guards_code = list(guards)
    complete(gm.graph, mod)
    if any(name.startswith(("u", "zu")) for name in ranges):
        bind_unbacked(gm)
    known = {entry.fqn for entry in ep._module_call_graph}
    ep._module_call_graph += [ModuleCallEntry(name) for name in calls if name not in known]
    for entry in ep._module_call_graph:
        entry.signature = calls.get(entry.fqn, entry.signature)
        if calls.get(entry.fqn) is not None and renamed:
            for argument in entry.signature.inputs + entry.signature.outputs:
                argument.name = renamed.get(argument.name, argument.name)
    return ep


def _drop_unread(graph, subscripts, strict):
    """Elements of tensors that nothing reads are no part of a program. Nor do subscripts, and what is asserted of such an element that is a truth, reach what
    Dynamo gives; there the names behind them move up. Gives the new names by the old ones."""
    before = [n.name for n in graph.nodes]
    dropped = set()
    for node in reversed(list(graph.nodes)):
        if node.op != "call_function":
            continue
        chain = [node] if not node.users else _assertions_of(node) if strict and node.target is torch.ops.aten.item.default else None
        if chain and (node.target is torch.ops.aten.item.default or strict and node in subscripts):
            for n in reversed(chain):
                dropped.add(n.name)
                graph.erase_node(n)
    if not strict:
        return {}
    old = {node: node.name for node in graph.nodes}
    for stem in {_numbered(name)[0] for name in dropped}:
        numbers = [number for name in before for s, number in [_numbered(name)] if s == stem]
        if numbers == list(range(len(numbers))) and not any(_numbered(n.name)[0] == stem for n in graph.find_nodes(op="placeholder")):
            graph._renumber(stem)
    return {name: node.name for node, name in old.items() if node.name != name}


def _assertions_of(item):
    """The element of a tensor with all that is made of it, in order, if it is a truth and that does nothing but assert that it is one; else None."""
    found = [item]
    for node in found:
        found += [n for n in node.users if n not in found]
    ends = [n for n in found if not n.users]
    good = [n for n in item.users if n.target is torch.sym_ite] == list(item.users) and all(n.target is torch.ops.aten._assert_scalar.default for n in ends)
    return found if good else None


def _numbered(name):
    stem, _, number = name.rpartition("_")
    return (stem, int(number)) if stem and number.isdecimal() else (name, 0)


def _paths(mod, named, by_name):
    """Where the leaves of arguments are among all arguments, which have names or places; those behind a star are numbered."""
    stars = {p.name for p in inspect.signature(mod.forward).parameters.values() if p.kind is p.VAR_POSITIONAL}
    flat = [(f"{name}_{i}" if name in stars else name, v) for name, value in named.items() for i, v in enumerate(value if name in stars else (value,))]
    return [f"inputs[{name!r}]" + "".join(str(k) for k in path) if by_name else f"inputs[{i}]" + "".join(str(k) for k in path)
            for i, (name, value) in enumerate(flat) for path, _ in pytree.tree_leaves_with_path(value)]


def _compare_hints(places, given, paths, ranges):
    """Narrows the ranges of sizes without names by what the user said of them, and refuses what contradicts the trace."""
    conflicts = []
    for node, shape, path in zip(places, given, paths):
        value = node.meta.get("val")
        if type(value) in (int, torch.SymInt) and isinstance(shape, _DimHint):
            _narrow_number(str(value), shape, node.name, ranges)
        for d, hint in _items(shape) if isinstance(value, torch.Tensor) else ():
            if not isinstance(hint, _DimHint) or hint.type is _DimHintType.STATIC:
                continue
            size, where = value.shape[d], f"{path}.shape[{d}]"
            text = str(size)
            low, high = (int(text), int(text)) if text.isdecimal() else ranges.get(text, (0, None))
            least, most = max(low or 0, hint.min or 0), high if hint.max is None else hint.max if high is None else min(high, hint.max)
            if most is not None and least > most:
                conflicts.append(f"- Received user-specified min/max range of [{hint.min}, {hint.max}], conflicting with the inferred min/max range of [{low}, {'int_oo' if high is None else high}], for {where}.")
            elif hint.type is _DimHintType.DYNAMIC and least == most:
                conflicts.append(f"- Received user-specified dim hint Dim.DYNAMIC(min={hint.min}, max={hint.max}), but tracing inferred a static shape of {least} for dimension {where}.")
            elif not text.isdecimal():
                ranges[text] = least, most
    if conflicts:
        raise ValueError("Found the following conflicts between user-specified ranges and inferred ranges from model tracing:\n" + "\n".join(conflicts))


def _narrow_number(text, hint, name, ranges):
    """Narrows the range of an int among the inputs; one that is to stay open may not have become a constant."""
    if not text.isdecimal():
        low, high = ranges.get(text, (0, None))
        ranges[text] = max(low or 0, hint.min or 0), high if hint.max is None else hint.max if high is None else min(high, hint.max)
    elif hint.type is _DimHintType.DYNAMIC:
        raise UserError(UserErrorType.CONSTRAINT_VIOLATION, (
            f"Constraints violated (L[{name!r}])! For more information, run with TORCH_LOGS=\"+dynamic\".\n"
            f"  - You marked L[{name!r}] as dynamic but your code specialized it to be a constant ({text}). If you're using mark_dynamic, either remove it or use "
            "maybe_mark_dynamic. If you're using Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO."
        ))


def _note_sources_of_state(graph, count):
    """Parameters and buffers come of the module whose call reads them last."""
    for node in [n for n in graph.nodes if n.op == "placeholder"][:count]:
        stack = next((u.meta["source_fn_stack"] for u in reversed(node.users) if "source_fn_stack" in u.meta and u.target is not torch.ops.aten.add_.Tensor), None)
        if stack and isinstance(stack[-1][1], type):
            node.meta["source_fn_stack"] = stack


def _argument(value):
    if isinstance(value, torch.fx.Node):
        return _input_argument(value, value.meta.get("val"))
    return ConstantArgument("", value)


_NUMBERS = {torch.SymInt: SymIntArgument, torch.SymFloat: SymFloatArgument, torch.SymBool: SymBoolArgument}


def _input_argument(node, value):
    """What a signature says of a node with a value."""
    number = _NUMBERS.get(type(node.meta.get("val")))
    if number is not None:
        return number(node.name)
    if isinstance(value, enum.Enum):
        return CustomObjArgument(node.name, "enum.Enum", value)
    return TensorArgument(node.name) if value is None and node.op != "placeholder" or isinstance(value, torch.Tensor) else ConstantArgument(node.name, value)


def _module_calls(mod, in_spec, out_spec, example_inputs):
    """The entries of the modules: the signature of the root, and no more of the others."""
    args, kwargs = example_inputs
    parameters = list(inspect.signature(mod.forward).parameters.values())
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][:len(args)]
    names += [f"{p.name}_{i}" for p in parameters if p.kind is p.VAR_POSITIONAL for i in range(len(args) - len(names))]
    root = ModuleCallEntry("", ModuleCallSignature([], [], in_spec, out_spec, names + list(kwargs)))
    return [root] + [ModuleCallEntry(path) for path, _ in mod.named_modules() if path]


def _lift_constants(gm, before, start=0, names={}, known={}):
    """Makes inputs of the tensors that the graph reads off the module: their specs and values by node. They have names by their identity, or are numbered from start;
    those that are known by theirs have inputs already."""
    lifted, numbered = {}, 0
    for node in [n for n in gm.graph.nodes if n.op == "get_attr"]:
        value = getattr(gm, node.target)
        if not isinstance(value, torch.Tensor):
            continue
        if id(value) in known:
            node.replace_all_uses_with(known[id(value)])
            gm.graph.erase_node(node)
            continue
        name = names.get(id(value)) or _within_module(node, f"lifted_tensor_{start + numbered}")
        numbered += id(value) not in names
        with gm.graph.inserting_before(before):
            made = gm.graph.placeholder("c_" + _clean(name.removeprefix("self_")))
        made.meta = node.meta
        _c.describe_as(made, node)
        node.replace_all_uses_with(made)
        gm.graph.erase_node(node)
        lifted[made] = InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(made.name), name, None), value
    return lifted


def _names_by_source(mod, met):
    """The names of tensors that Dynamo met in containers of modules and among the globals of their methods: the way to them, with what is no letter or digit underlined."""
    names, exact = {}, {}

    def note(path, value):
        if isinstance(value, torch.Tensor):
            if id(value) in met:
                name = re.sub("[^a-zA-Z0-9]", "_", path).rstrip("_")
                names.setdefault(id(value), name)
                if _is_met_as(path, met[id(value)]):
                    exact[id(value)] = name
        elif isinstance(value, (list, tuple)):
            for i, part in enumerate(value):
                note(f"{path}.{i}", part)
        elif isinstance(value, dict):
            for key, part in value.items():
                note(f"{path}[{key!r}]", part)

    for m in mod.modules():
        names_of_globals = getattr(type(m).forward, "__globals__", {})
        for name in getattr(getattr(type(m).forward, "__code__", None), "co_names", ()):
            if isinstance(value := names_of_globals.get(name), torch.Tensor):
                note(f"G['__import_{names_of_globals['__name__'].replace('.', '_dot_')}'].{name}", value)
    for path, m in mod.named_modules():
        for name, value in _own(m.__dict__).items():
            note(".".join(["self__", *filter(None, (path, name))]), value)
    return {**names, **exact}, exact


def _is_met_as(path, name):
    """Whether a way from self or a module is the one that Dynamo has named its input for."""
    path = re.sub(r"^G\[.*?\]\.", "G_", path)
    return re.sub("_+", "_", re.sub("[^a-zA-Z0-9]", "_", path)).strip("_").lower() == name.removeprefix("l_").strip("_")


def _name_where_met(mod, spec, value, name, names):
    """What the input for a tensor of the module is called by the way on which Dynamo met it, which may be another one than its own; None if it is that."""
    if name == _name_by_dynamo(spec.target, spec.kind):
        return None
    for at, other in _attributes_of(mod):
        if other is value and name == _name_by_dynamo(at, InputKind.CONSTANT_TENSOR):
            return _PREFIX[spec.kind] + _state_name(at, True)
    return _PREFIX[spec.kind] + _clean(names[id(value)].removeprefix("self_")) if id(value) in names else None


def _within_module(node, name):
    """The name of a constant in the module that reads it."""
    stack = list((node.meta.get("nn_module_stack") or next(iter(node.users), node).meta.get("nn_module_stack") or {}).values())
    return f"{stack[-1][0]}.{name}" if stack and stack[-1][0] else name


def _order_of_state(graph, held, lifted, strict, met):
    """Parameters and buffers come as the module has them, constants as they are used. Dynamo has everything in the order in which it met it, and lifts what a program makes of numbers last."""
    used = {}
    for node in graph.nodes:
        for n in node.all_input_nodes:
            used.setdefault(n, len(used))
    order = {k: i for i, k in enumerate(sorted(met, key=lambda k: not met[k].startswith("g_")))}  # globals are first

    def key(n):
        spec, value = held[n]
        if strict:
            return (0 if spec.kind is InputKind.PARAMETER else 2 if n in lifted else 1, order.get(id(value), len(order)), 0 if spec.kind is InputKind.PARAMETER else used.get(n, 0))
        return (1, used.get(n, 0)) if spec.kind is InputKind.CONSTANT_TENSOR else (0, 0)

    return sorted(held, key=key)


def _program(mod, gm, state, flat, marks, out_spec, in_spec, ranges, example_inputs, strict, met):
    graph = gm.graph
    places = [n for n in graph.nodes if n.op == "placeholder"]
    inputs, held = places[len(state):], {}
    known = {}
    for n, (_, t, kind, _) in zip(places, state):
        if (strict or kind is InputKind.CONSTANT_TENSOR) and (n.users or id(t) not in known):
            known[id(t)] = n
    names, exact = _names_by_source(mod, met) if strict else ({}, {})
    lifted = _lift_constants(gm, inputs[0] if inputs else None, names=names, known=known)
    first = {}
    for n, (name, t, kind, persistent) in zip(places, state):
        if strict and kind is InputKind.PARAMETER:  # whose first name stands in the signature, as the last of a buffer does
            name = first.setdefault(id(t), name)
        elif strict:
            name = next(other for other, u, *_ in reversed(state) if u is t)
        if n.users or not strict and kind is not InputKind.CONSTANT_TENSOR:
            held[n] = InputSpec(kind, TensorArgument(n.name), name, persistent), t
        else:
            graph.erase_node(n)
    if strict:
        for n, (spec, value) in held.items():
            if new := _name_where_met(mod, spec, value, met.get(id(value)), exact):
                n._rename(new)
                n.target = spec.arg.name = n.name
    held.update(lifted)
    last = None
    for n in _order_of_state(graph, held, {n for n, (_, value) in lifted.items() if id(value) not in names}, strict, met):
        if last is not None:
            last.append(n)
        elif (head := next(iter(graph.nodes))) is not n:
            head.prepend(n)
        last = n
    held = {n: held[n] for n in graph.nodes if n in held}
    name_bodies(gm)
    specs = [spec for spec, _ in held.values()]
    saved = mod.state_dict(keep_vars=True)
    state_dict = {name: saved[name] for name, *_ in state if name in saved}
    constants = {spec.target: value for spec, value in held.values() if spec.kind is InputKind.CONSTANT_TENSOR}
    read = {id(value) for value in constants.values()} - {id(t) for _, t, kind, _ in state if kind is not InputKind.CONSTANT_TENSOR}
    constants.update((at, value) for at, value in _attributes_of(mod) if id(value) in read)
    others = {name: t for name, t, kind, _ in state if name not in state_dict and kind is not InputKind.CONSTANT_TENSOR and not (strict and any(t is u for u in state_dict.values()))}
    constants = {**others, **constants} if strict else {**constants, **others}
    for n, value in zip(inputs, flat):
        if not isinstance(value, torch.Tensor):
            n.meta.setdefault("val", value)
        specs.append(InputSpec(InputKind.USER_INPUT, _input_argument(n, value), None))
    output = graph.output_node()
    values = list(output.args[0])
    output.args = (tuple(values),)
    outputs = [OutputSpec(OutputKind.USER_OUTPUT, _argument(v), None) for v in values]
    gm.recompile()
    limits = {_Symbol(k): _range(k, *ranges[k]) for k in sorted(ranges, key=lambda k: not k.startswith(("u", "zu", "zf")))}  # what depends on data is first
    ep = ExportedProgram(gm, graph, ExportGraphSignature(specs, outputs), state_dict, limits,
                         _module_calls(mod, in_spec, out_spec, example_inputs), example_inputs, constants)
    ep._in_spec, ep._out_spec, ep._root = in_spec, out_spec, mod
    return ep


def default_decompositions():
    """The table of what run_decompositions takes apart."""
    return CustomDecompTable()
