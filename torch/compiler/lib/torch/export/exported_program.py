"""ExportedProgram, and the tracing that makes one."""

import contextlib
import copy
import dataclasses
import inspect
import sys
import warnings
from typing import Any, NamedTuple

import torch
from torch._C._dynamo import eval_frame as _c
from torch._dynamo.eval_frame import _exporting
from torch._dynamo.exc import UserError, UserErrorType
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.fx.graph_module import GraphModule, _assign_attr, _from_native
from torch.utils import _pytree as pytree

from .dynamic_shapes import Dim, ShapesCollection, _bind, _checked, _DerivedDim, _DimHint, _DimHintType
from .graph_signature import ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, SymIntArgument, TensorArgument

__all__ = ["Constraint", "CustomDecompTable", "ExportedProgram", "ModuleCallEntry", "ModuleCallSignature", "default_decompositions", "export", "export_for_training"]

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


class ValueRanges:
    """The least and the greatest value of a size."""

    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def __eq__(self, other):
        return isinstance(other, ValueRanges) and (self.lower, self.upper) == (other.lower, other.upper)

    def __hash__(self):
        return hash((self.lower, self.upper))

    def __repr__(self):
        return f"VR[{self.lower}, {'int_oo' if self.upper is None else self.upper}]"


def _range(symbol, lower, upper):
    """The range of a symbol; None stands for no bound."""
    infinity = "oo" if symbol.startswith("zu") else "int_oo"
    return ValueRanges(_Infinite("-" + infinity) if lower is None else lower, _Infinite(infinity) if upper is None and infinity == "oo" else upper)


class _Infinite(float):
    """No bound, which prints as sympy has it."""

    def __new__(cls, text):
        self = super().__new__(cls, "-inf" if text.startswith("-") else "inf")
        self.text = text
        return self

    def __repr__(self):
        return self.text

    __str__ = __repr__

    def __format__(self, spec):
        return self.text


class _Symbol:
    """The name of a size in range_constraints."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name


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
        self._guards = []
        self._names = []

    graph_module = property(lambda self: self._graph_module)
    graph = property(lambda self: self._graph_module.graph)
    graph_signature = property(lambda self: self._graph_signature)
    state_dict = property(lambda self: self._state_dict)
    range_constraints = property(lambda self: self._range_constraints)
    module_call_graph = property(lambda self: self._module_call_graph)
    example_inputs = property(lambda self: self._example_inputs)
    constants = property(lambda self: self._constants)
    tensor_constants = property(lambda self: self._constants)
    dialect = property(lambda self: "TRAINING")
    call_spec = property(lambda self: CallSpec(self._in_spec, self._out_spec))

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
        return _module_of(self, check_guards)

    def run_decompositions(self, decomp_table=None, decompose_custom_triton_ops=False):
        """A program without changes in place, whose composite operators are taken apart."""
        from ._decompose import decomposed

        return decomposed(self, default_decompositions() if decomp_table is None else decomp_table)

    def validate(self):
        """Checks the graph."""
        self.graph.lint()

    def __copy__(self):
        return self


class CustomDecompTable(dict):
    """Operators with the functions that take them apart."""

    def materialize(self):
        return dict(self)


def default_decompositions():
    """The operators that run_decompositions takes apart."""
    from ._decompose import default_table

    return default_table()


def export(mod, args, kwargs=None, *, dynamic_shapes=None, strict=False, preserve_module_call_signature=(), prefer_deferred_runtime_asserts_over_guards=False):
    """The program of a module for arguments like args. dynamic_shapes says which sizes stay open."""
    if not isinstance(mod, torch.nn.Module):
        raise ValueError(f"Expected `mod` to be an instance of `torch.nn.Module`, got {type(mod)}.")
    if isinstance(mod, torch.jit.ScriptModule) if hasattr(torch.jit, "ScriptModule") else False:
        raise ValueError("Exporting a ScriptModule is not supported.")
    if not isinstance(args, tuple):
        raise UserError(UserErrorType.INVALID_INPUT, f"Expecting `args` to be a tuple of example positional inputs, got {type(args)}")
    kwargs = kwargs or {}
    named = _bind(mod, args, kwargs)
    if isinstance(dynamic_shapes, ShapesCollection):
        dynamic_shapes = dynamic_shapes.dynamic_shapes(mod, args, kwargs)
    shapes = _checked(list(named), dynamic_shapes)
    if strict:
        _refuse(mod, args, kwargs)
    try:
        return _trace(mod, args, kwargs, _given(mod, args, kwargs), _by_name(mod, shapes), strict)
    except (UserError, GuardOnDataDependentSymNode) as e:
        e.args = (f"{e}\n\n{_ADVICE}", *e.args[1:])
        raise


_ADVICE = (
    "The error above occurred when calling torch.export.export. If you would like to view some more information about this error, and get a list "
    "of all other errors that may occur in your export call, you can replace your `export()` call with `draft_export()`."
)


def _refuse(mod, args, kwargs):
    """Raises what Dynamo refuses; the module, its buffers and the arguments stay as they are."""
    buffers = [(b, b.detach().clone()) for b in mod.buffers()]
    args, kwargs = pytree.tree_map(lambda x: x.detach().clone().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x, (args, kwargs))
    try:
        with _attributes_kept(mod):
            torch.compile(mod, backend="eager", fullgraph=True, dynamic=False)(*args, **kwargs)
    finally:
        torch._dynamo.reset()
        with torch.no_grad():
            for b, before in buffers:
                b.copy_(before)


def export_for_training(mod, args, kwargs=None, *, dynamic_shapes=None, strict=False, preserve_module_call_signature=()):
    """export under its older name."""
    return export(mod, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict)


def _state(mod):
    """The tensors of a module: names with kinds, parameters first, then buffers, then other attributes."""
    kept = set(mod.state_dict())
    entries = [(name, p, InputKind.PARAMETER, None) for name, p in mod.named_parameters(remove_duplicate=False)]
    entries += [(name, b, InputKind.BUFFER, name in kept) for name, b in mod.named_buffers(remove_duplicate=False)]
    known = {id(t) for _, t, *_ in entries}
    for path, m in mod.named_modules():
        for name, value in m.__dict__.items():
            if isinstance(value, torch.Tensor) and id(value) not in known:
                known.add(id(value))
                entries.append((f"{path}.{name}" if path else name, value, InputKind.CONSTANT_TENSOR, None))
    return entries


_PREFIX = {InputKind.PARAMETER: "p_", InputKind.BUFFER: "b_", InputKind.CONSTANT_TENSOR: "c_"}


def _leaf_names(named):
    """A name for each leaf of the arguments, as paths of keys."""
    names = []
    for name, value in named.items():
        if isinstance(value, torch.Tensor) or pytree.tree_is_leaf(value):
            names.append(name)
            continue
        for path, _ in pytree.tree_leaves_with_path(value):
            names.append("_".join([name, *(_key(k) for k in path)]))
    return names


def _key(k):
    return str(getattr(k, "idx", getattr(k, "key", getattr(k, "name", k))))


def _leaf_shapes(named, shapes):
    """What dynamic_shapes says of each leaf of the arguments."""
    out = []

    def walk(value, shape):
        if isinstance(value, torch.Tensor) or pytree.tree_is_leaf(value):
            out.append(shape)
        elif isinstance(value, dict):
            for k, v in value.items():
                walk(v, shape.get(k) if isinstance(shape, dict) else None)
        elif isinstance(value, (list, tuple)):
            for i, v in enumerate(value):
                walk(v, shape[i] if isinstance(shape, (list, tuple)) else None)
        else:
            out.extend([None] * len(pytree.tree_leaves(value)))

    for name, value in named.items():
        walk(value, shapes.get(name))
    return out


def _policies(t, shape):
    """For the dimensions of a tensor that stay open: how, between what bounds, and what the user calls them."""
    if not isinstance(t, torch.Tensor):
        return None
    marks = {}
    items = shape.items() if isinstance(shape, dict) else enumerate(shape) if isinstance(shape, (list, tuple)) else ()
    for d, dim in items:
        if dim is None or type(dim) is int:
            continue
        if isinstance(dim, _DimHint):
            if dim.type is not _DimHintType.STATIC:
                marks[d] = ("dynamic", dim.min, dim.max, None)
            continue
        if isinstance(dim, _DerivedDim):
            root, offset = dim.root, dim.fn(0)
            if isinstance(root, _DerivedDim):
                raise NotImplementedError("torch.export: a Dim that is derived from a derived one")
            marks[d] = ("dynamic", None, None, dim.__name__, root.__name__, root.min or None, root.max if root.max != sys.maxsize else None, dim.fn(1) - offset, offset)
            continue
        marks[d] = ("dynamic", dim.min or None, dim.max if dim.max != sys.maxsize else None, dim.__name__)
    return marks


@contextlib.contextmanager
def _watching(mod, stack):
    """Keeps the stack of modules that are being called."""
    paths = {}
    for name, m in mod.named_modules(remove_duplicate=False):
        paths.setdefault(m, name)
    original = torch.nn.Module.__call__

    def call(module, *args, **kwargs):
        if module not in paths:
            return original(module, *args, **kwargs)
        stack.append((paths[module], type(module)))
        try:
            return original(module, *args, **kwargs)
        finally:
            stack.pop()

    torch.nn.Module.__call__ = call
    try:
        yield
    finally:
        torch.nn.Module.__call__ = original


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
def _attributes_kept(mod):
    """Takes back what the program assigns to attributes of modules while it is traced."""
    saved = [(m, dict(m.__dict__)) for m in mod.modules()]
    try:
        yield
    finally:
        for m, before in saved:
            m.__dict__.clear()
            m.__dict__.update(before)


def _given(mod, args, kwargs):
    """The arguments of a call by name: those by position, as parameters are called, then those by keyword, in the order of the call."""
    return {**inspect.signature(mod.forward).bind_partial(*args).arguments, **kwargs}


def _by_name(mod, shapes):
    """Dynamic shapes with those of further keywords beside the others."""
    more = [p.name for p in inspect.signature(mod.forward).parameters.values() if p.kind is p.VAR_KEYWORD]
    return {**{k: v for k, v in shapes.items() if k not in more}, **{k: v for name in more for k, v in (shapes.get(name) or {}).items()}}


def _trace(mod, args, kwargs, named, shapes, strict):
    state = _state(mod)
    flat = pytree.tree_leaves(tuple(named.values()))
    _, in_spec = pytree.tree_flatten((args, kwargs))
    names = [_PREFIX[kind] + name.replace(".", "_") for name, _, kind, _ in state] + _leaf_names(named)
    given = _leaf_shapes(named, shapes)
    marks = [_policies(t, s) for t, s in zip(flat, given)]
    last = {id(t): name for name, t, *_ in state}  # of the names that a tensor has, the last one stands for it
    stack, out_spec = [], None
    def run(values):
        nonlocal out_spec
        own = dict(zip((name for name, *_ in state), values))
        own = {name: own[last[id(t)]] for name, t, *_ in state}
        positional, keywords = pytree.tree_unflatten(list(values[len(state):]), in_spec)
        with _attributes_kept(mod), _replaced(mod, own), _watching(mod, stack):
            out = mod(*positional, **keywords)
        outs, out_spec = pytree.tree_flatten(out)
        return outs

    def note(node):
        node.meta["nn_module_stack"] = {f"L__self__{'_' if path else ''}{path.replace('.', '_')}": (path, kind) for path, kind in stack}

    tensors = [t for _, t, *_ in state]
    outer, _exporting[0] = _exporting[0], True
    try:
        module, violation, ranges = _c.record_calls(run, tensors + flat, names, [{}] * len(tensors) + marks, note, True, False, True, len(tensors) if strict else None)
    finally:
        _exporting[0] = outer
    if strict:  # Dynamo has numbered what depends on data before
        free = [name for name in ranges if name.startswith(("u", "zu"))]
        for name in free:
            kind = name.rstrip("0123456789")
            ranges[f"{kind}{int(name[len(kind):]) + sum(n.startswith(kind) for n in free)}"] = ranges[name]
    if violation:
        raise UserError(UserErrorType.CONSTRAINT_VIOLATION, violation)
    gm = _from_native(module)
    type(gm).__name__ = "GraphModule"
    return _program(mod, gm, state, flat, marks, out_spec, in_spec, ranges, (args, kwargs))


def _argument(value):
    if isinstance(value, torch.fx.Node):
        return TensorArgument(value.name)
    return ConstantArgument("", value)


def _program(mod, gm, state, flat, marks, out_spec, in_spec, ranges, example_inputs):
    graph = gm.graph
    places = [n for n in graph.nodes if n.op == "placeholder"]
    specs = [InputSpec(kind, TensorArgument(n.name), name, persistent) for n, (name, _, kind, persistent) in zip(places, state)]
    saved = mod.state_dict(keep_vars=True)
    state_dict = {name: saved[name] for name, *_ in state if name in saved}
    constants, lifted = {}, []
    for n, spec, entry in list(zip(places, specs, state)):
        if spec.kind is InputKind.CONSTANT_TENSOR and not n.users:  # only what is used of attributes is an input
            graph.erase_node(n)
            places.remove(n)
            specs.remove(spec)
            state = [e for e in state if e is not entry]
    for node in [n for n in graph.nodes if n.op == "get_attr"]:
        value = getattr(gm, node.target)
        if not isinstance(value, torch.Tensor):
            continue
        name = f"lifted_tensor_{len(lifted)}"
        with graph.inserting_before(places[len(state)] if len(places) > len(state) else None):
            made = graph.placeholder(f"c_{name}")
        made.meta = node.meta
        _c.describe_as(made, node)
        node.replace_all_uses_with(made)
        graph.erase_node(node)
        constants[name] = value
        lifted.append(InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(made.name), name, None))
    specs += lifted
    for n, value in zip(places[len(state):], flat):
        specs.append(InputSpec(InputKind.USER_INPUT, TensorArgument(n.name) if isinstance(value, torch.Tensor) else ConstantArgument(n.name, value), None))
    output = graph.output_node()
    values = list(output.args[0])
    output.args = (tuple(values),)
    outputs = [OutputSpec(OutputKind.USER_OUTPUT, _argument(v), None) for v in values]
    for name, t, kind, persistent in state:
        if name not in state_dict:
            constants[name] = t
    gm.recompile()
    asked = {str(n.meta["val"].shape[d]) for n, m in zip(places[len(state):], marks) for d, mark in (m or {}).items() if mark[1] == 2}
    limits = {_Symbol(k): _range(k, 0 if lo == 2 and k not in asked and not k.startswith("u") else lo, hi) for k, (lo, hi) in ranges.items()}
    ep = ExportedProgram(gm, graph, ExportGraphSignature(specs, outputs), state_dict, limits,
                         [ModuleCallEntry("", ModuleCallSignature([], [], in_spec, out_spec))], example_inputs, constants)
    ep._in_spec, ep._out_spec, ep._root = in_spec, out_spec, mod
    return ep


def _module_of(ep, check_guards):
    """A GraphModule that has the state as attributes and the user's signature."""
    graph = torch.fx.Graph()
    root = torch.nn.Module()
    values = {}
    signature = ep.graph_signature
    users = []
    for node, spec in zip([n for n in ep.graph.nodes if n.op == "placeholder"], signature.input_specs):
        if spec.kind is InputKind.USER_INPUT:
            values[node] = graph.placeholder(node.name)
            users.append((node, values[node]))
        else:
            _assign_attr(ep._value(spec.target), root, spec.target)
            values[node] = graph.get_attr(spec.target)
        values[node].meta = copy.copy(node.meta)
    for name, sub in ep.graph_module.named_children():
        root.add_module(name, sub)
    for node in ep.graph.nodes:
        if node.op not in ("placeholder", "output"):
            values[node] = graph.node_copy(node, lambda n: values[n])
    results = list(ep.graph.output_node().args[0])
    kept = []
    for spec, value in zip(signature.output_specs, results):
        if spec.kind in (OutputKind.BUFFER_MUTATION, OutputKind.USER_INPUT_MUTATION):
            if spec.kind is OutputKind.BUFFER_MUTATION:
                target = graph.get_attr(spec.target)
            else:
                target = next(here for there, here in users if there.name == spec.target)
            graph.call_function(torch.ops.aten.copy_.default, (target, values[value]))
        else:
            kept.append(values[value] if isinstance(value, torch.fx.Node) else value)
    graph.output(tuple(kept))
    inner = GraphModule(root, graph)
    return _Runnable(ep, inner, [node for node, _ in users], check_guards)


class _Runnable(torch.nn.Module):
    """Runs the graph of a program on arguments in the form that the module took."""

    def __init__(self, ep, inner, places, check_guards):
        super().__init__()
        for name, p in inner.named_parameters(recurse=False):
            self.register_parameter(name, p)
        for name, b in inner.named_buffers(recurse=False):
            self.register_buffer(name, b)
        for name, m in inner.named_children():
            self.add_module(name, m)
        object.__setattr__(self, "_inner", inner)
        self._places, self._check = places, check_guards
        self._in_spec, self._out_spec, self._ranges = ep._in_spec, ep._out_spec, ep.range_constraints

    graph = property(lambda self: self._inner.graph)
    code = property(lambda self: self._inner.code)

    def print_readable(self, *args, **kwargs):
        return self._inner.print_readable(*args, **kwargs)

    def flatten(self, args, kwargs):
        """The leaves of the arguments of a call, in order, and their tree."""
        names = list(self._in_spec.children_specs[1].context)
        if set(kwargs) != set(names):
            raise ValueError(f"Ran into a kwarg keyword mismatch: Got the following keywords {list(kwargs)} but expected {names}")
        return pytree.tree_flatten((args, {name: kwargs[name] for name in names}))

    def forward(self, *args, **kwargs):
        flat, spec = self.flatten(args, kwargs)
        if spec != self._in_spec:
            raise ValueError(
                f"Trying to flatten user inputs with exported input tree spec: \n{self._in_spec}\nbut actually got inputs with tree spec of: \n{spec}.\n"
                "Please check that the inputs have the same number and type of args and kwargs as the ones you used when tracing."
            )
        if self._check:
            self._guard(flat)
        for name, table in ((n, m) for n, m in self.named_buffers()):
            _assign_attr(table, self._inner, name)
        return pytree.tree_unflatten(list(self._inner(*flat)), self._out_spec)

    def _guard(self, flat):
        """Checks the sizes of arguments against those that the graph was made for."""
        symbols = {}
        for place, value in zip(self._places, flat):
            expected = place.meta.get("val")
            if isinstance(value, torch.Tensor) and expected is not None:
                if value.dim() != len(expected.shape):
                    raise AssertionError(f"Guard failed: {place.name}.dim() == {len(expected.shape)}")
                for d, size in enumerate(expected.shape):
                    if str(size).isidentifier():
                        symbols.setdefault(str(size), value.shape[d])
        for place, value in zip(self._places, flat):
            expected = place.meta.get("val")
            if not isinstance(value, torch.Tensor) or expected is None:
                continue
            for d, size in enumerate(expected.shape):
                self._guard_size(f"{place.name}.size()[{d}]", str(size), value.shape[d], symbols)

    def _guard_size(self, what, text, have, symbols):
        if not any(c.isalpha() for c in text):
            want = int(text)
        else:
            limits = self._ranges.get(_Symbol(text))
            if limits is not None and limits.upper is not None and have > limits.upper:
                raise AssertionError(f"Guard failed: {what} <= {limits.upper}")
            if limits is not None and have < limits.lower:
                raise AssertionError(f"Guard failed: {what} >= {limits.lower}")
            missing = [name for name in _names(text) if name not in symbols]
            if missing:
                want = _solve(text, missing, have, symbols)
            else:
                want = _value(text, symbols)
        if have != want:
            raise AssertionError(f"Guard failed: {what} == {text}")


def _names(text):
    import re

    return re.findall(r"[a-z]+[0-9]+", text)


def _value(text, symbols):
    return eval(text.replace("/", "//") if "//" not in text else text, {}, dict(symbols))


def _solve(text, missing, have, symbols):
    """The nearest value that an expression with one unknown size can have; the size is known from then on."""
    (name,) = set(missing)
    zero, one = _value(text, {**symbols, name: 0}), _value(text, {**symbols, name: 1})
    symbols[name] = (have - zero) // (one - zero)
    return _value(text, symbols)
