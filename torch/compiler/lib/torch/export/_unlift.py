"""ExportedProgram.module(): the program as a GraphModule that has the state as attributes and is called as the module was."""

import ast
import copy
import re
import warnings
from fractions import Fraction

import torch
from torch._C import _fx
from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo
from torch.fx.graph_module import GraphModule
from torch.utils import _pytree as pytree

from ._state import attach, ensure_submodule
from .graph_signature import InputKind, OutputKind

__all__ = ["GuardsFn"]


class GuardsFn(torch.nn.Module):
    """Checks the inputs of a program, as its graph has them, against what the program was made for."""

    _is_impure = True  # a call that nobody uses stays

    def __init__(self, texts, names, in_spec):
        super().__init__()
        self._check, self._in_spec = _checking(texts, names), in_spec

    def forward(self, *flat):
        args, kwargs = pytree.tree_unflatten(list(flat), self._in_spec)
        self._check(*args, *kwargs.values())


def _checking(texts, names):
    """A function of the arguments that raises at the first condition which does not hold; it is of no module, so that programs are traced with it."""
    lines = [f"    if not ({text}):\n        raise AssertionError({'Guard failed: ' + text!r})\n" for text in texts]
    scope = {"torch": torch, "__name__": "<eval_with_key>"}
    exec(f"def check({', '.join(names)}):\n{''.join(lines)}    return None\n", scope)
    return scope["check"]


class _StatefulGraphModule(GraphModule):
    """The module that ExportedProgram.module() gives."""

    def train(self, mode=True):
        raise NotImplementedError("Calling train() is not supported yet.")

    def eval(self):
        raise NotImplementedError("Calling eval() is not supported yet.")


def flatten_call(in_spec, args, kwargs):
    """The leaves of the arguments of a call, in the order of the program, and their tree."""
    names = list(in_spec.children_specs[1].context)
    if set(kwargs) != set(names):
        raise ValueError(f"Ran into a kwarg keyword mismatch: Got the following keywords {list(kwargs)} but expected {names}")
    return pytree.tree_flatten((args, {name: kwargs[name] for name in names}))


def _checked_call(module, args, kwargs):
    _, spec = flatten_call(module._in_spec, args, kwargs)
    if spec != module._in_spec:
        raise ValueError(
            f"Trying to flatten user inputs with exported input tree spec: \n{module._in_spec}\nbut actually got inputs with tree spec of: \n{spec}.\n"
            "Please check that the inputs have the same number and type of args and kwargs as the ones you used when tracing."
        )
    return args, {name: kwargs[name] for name in module._in_spec.children_specs[1].context}


def _unlift_exported_program_lifted_states(ep, check_guards=True):
    """The program as a module."""
    graph, root, values = torch.fx.Graph(), torch.nn.Module(), {}
    signature = ep.graph_signature
    places = [n for n in ep.graph.nodes if n.op == "placeholder"]
    for path in _submodules(ep):
        ensure_submodule(root, path, torch.nn.Module)
    specs = list(zip(places, signature.input_specs))
    users = [node for node, spec in specs if spec.kind is InputKind.USER_INPUT]
    inputs = {node: graph.placeholder(node.name) for node in users}  # attributes do not take their names
    with graph.inserting_before(next(iter(graph.nodes), None)):
        for node, spec in specs:
            if spec.kind is not InputKind.USER_INPUT:
                attach(root, spec, ep._value(spec.target), torch.nn.Module)
                values[node] = graph.get_attr(spec.target)
    values.update(inputs)
    for node, value in values.items():
        value.meta = copy.copy(node.meta)
        _fx.copy_example(value, node)
    names = _argument_names(ep)
    if check_guards and users:
        root.add_module("_guards_fn", GuardsFn(_checks_of(ep, users, names), names, ep._in_spec))
        graph.call_module("_guards_fn", tuple(values[n] for n in users))
    for name, sub in ep.graph_module.named_children():
        root.add_module(name, sub)
    for node in ep.graph.nodes:
        if node.op not in ("placeholder", "output"):
            values[node] = graph.node_copy(node, lambda n: values[n])
    _finish(ep, graph, values, {n.name: n for n in users})
    positional = len(ep._in_spec.children_specs[0].children_specs)
    graph._codegen = _PyTreeCodeGen(_PyTreeInfo(names, ep._in_spec, ep._out_spec), positional)
    module = _StatefulGraphModule(root, graph)
    module.shape_env, module.range_constraints, module.validate_inputs = None, ep.range_constraints or [], check_guards
    module.meta.setdefault("inline_constraints", {})
    for spec in signature.input_specs:
        path, _, name = (spec.target or "").rpartition(".")
        if spec.kind is InputKind.BUFFER and spec.persistent is False:
            module.get_submodule(path)._non_persistent_buffers_set.add(name)
        elif spec.kind is InputKind.CONSTANT_TENSOR:  # no buffer, but an attribute
            owner = module.get_submodule(path)
            for table in (owner._buffers, owner._parameters):
                if name in table:
                    owner.__dict__[name] = table.pop(name)
            if isinstance(owner.__dict__.get(name), torch.Tensor) and owner.__dict__[name].requires_grad:
                warnings.warn(
                    f"A model attribute `{spec.target}` requires gradient. but it's not properly registered as a parameter. torch.export will detach it and treat it as a constant "
                    "tensor but please register it as parameter instead."
                )
                owner.__dict__[name] = owner.__dict__[name].detach()
    module._in_spec, module._out_spec = ep._in_spec, ep._out_spec
    module.meta = dict(ep.graph_module.meta) if ep.graph_module.meta else {"inline_constraints": {}}
    module.register_forward_pre_hook(_checked_call, with_kwargs=True)
    return module


def _submodules(ep):
    return [] if ep._root is None else [path for path, m in ep._root.named_modules() if path and (m._parameters or m._buffers)]


def _finish(ep, graph, values, users):
    """Writes what the program gives as new values of its state and inputs into these, and returns the rest."""
    kept = []
    for spec, value in zip(ep.graph_signature.output_specs, ep.graph.output_node().args[0]):
        if spec.kind in (OutputKind.BUFFER_MUTATION, OutputKind.PARAMETER_MUTATION):
            place = next(n for n, s in zip(values, sorted(ep.graph_signature.input_specs, key=lambda s: s.kind is InputKind.USER_INPUT)) if s.target == spec.target)
            graph.call_function(torch.ops.aten.copy_.default, (values[place], values[value]))
        elif spec.kind is OutputKind.USER_INPUT_MUTATION:
            graph.call_function(torch.ops.aten.copy_.default, (values[users[spec.target]], values[value]))
        else:
            kept.append(values[value] if isinstance(value, torch.fx.Node) else value)
    graph.output(tuple(kept))


def _argument_names(ep):
    """What the arguments of a call are called: parameters, those behind a star numbered, and keywords."""
    return list(ep.module_call_graph[0].signature.forward_arg_names or ep._argument_names())


def _checks_of(ep, users, names):
    """The conditions on the inputs of a program, as texts over the names of its arguments."""
    args, kwargs = pytree.tree_unflatten(list(users), ep._in_spec)
    paths = [name + _path(path) for name, value in zip(names, [*args, *kwargs.values()]) for path, _ in pytree.tree_leaves_with_path(value)]
    checks, seen = [], {}
    for path, node, spec in zip(paths, users, [s for s in ep.graph_signature.input_specs if s.kind is InputKind.USER_INPUT]):
        value = node.meta.get("val")
        if isinstance(value, torch.Tensor):
            for d, size in enumerate(value.shape):
                checks += _size_checks(f"{path}.size()[{d}]", size, seen, ep.range_constraints)
        elif isinstance(value, torch.SymInt):
            checks += _size_checks(path, value, seen, ep.range_constraints)
        elif type(getattr(spec.arg, "value", None)) in (int, float, bool, str):
            checks.append(f"{path} == {spec.arg.value!r}")
    return checks + _derived_checks(seen) + [_renamed(text, names) for text in ep._guards_code]


def _path(path):
    return "".join(f".{k.name}" if isinstance(k, pytree.GetAttrKey) else f"[{getattr(k, 'idx', getattr(k, 'key', None))!r}]" for k in path)


def _size_checks(path, size, seen, ranges):
    text = str(size)
    if text.isdecimal():
        return [f"{path} == {text}"]
    if text in seen:
        return [f"{path} == {seen[text]}"]
    seen[text] = path
    limits = next((r for symbol, r in ranges.items() if str(symbol) == text), None)
    if limits is None:
        return []
    checks = [f"{path} >= {limits.lower}"] if limits.lower > 2 else []
    return checks + ([f"{path} <= {limits.upper}"] if limits.upper is not None and limits.upper != float("inf") else [])


def _derived_checks(seen):
    """How sizes depend on each other that follow from a number which is no size itself; seen are their places by their expressions."""
    checks, solved = [], {}
    for text, path in seen.items():
        found = re.fullmatch(r"(?:(\d+)\*)?([a-z]+\d+)(?: ([+-]) (\d+))?", text)
        if found is None or found[2] in seen:
            continue
        factor, offset = int(found[1] or 1), int((found[3] or "") + (found[4] or "0"))
        if found[2] not in solved:
            solved[found[2]] = path, factor, offset
            continue
        first, by, more = solved[found[2]]  # the number is (first - more) / by
        times, rest = Fraction(factor, by), offset - Fraction(factor * more, by)
        left = first if times == 1 else f"{times.numerator} * {first}" if times.denominator == 1 else f"{times.numerator} * {first} / {times.denominator}"
        checks.append(f"{left}{f' {"+" if rest > 0 else "-"} {abs(rest)}' if rest else ''} == {path}")
    return checks


def _renamed(text, names):
    """A guard over L['x'] as one over x, the names of further arguments being those of the call."""

    class Rename(ast.NodeTransformer):
        def visit_Subscript(self, node):
            inner = node.value
            if isinstance(inner, ast.Name) and inner.id == "L":
                return ast.Name(node.slice.value, ast.Load())
            if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name) and inner.value.id == "L" and inner.slice.value not in names:
                key = node.slice.value
                return ast.Name(key if isinstance(key, str) else f"{inner.slice.value}_{key}", ast.Load())
            self.generic_visit(node)
            return node

    return _text(Rename().visit(ast.parse(text, mode="eval").body), 0)


_OPERATORS = {ast.Add: ("+", 2), ast.Sub: ("-", 2), ast.Mult: ("*", 3), ast.FloorDiv: ("//", 3), ast.Div: ("/", 3), ast.Mod: ("%", 3), ast.Pow: ("**", 5)}
_RELATIONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def _text(x, level):
    """An expression of a guard as Python writes it, in parentheses where what is around it binds as strongly as level."""
    if isinstance(x, ast.Name):
        return x.id
    if isinstance(x, ast.Constant):
        return repr(x.value)
    if isinstance(x, ast.Attribute):
        return f"{_text(x.value, 9)}.{x.attr}"
    if isinstance(x, ast.Subscript):
        return f"{_text(x.value, 9)}[{_text(x.slice, 0)}]"
    if isinstance(x, ast.Call):
        return f"{_text(x.func, 9)}({', '.join(_text(a, 0) for a in x.args)})"
    if isinstance(x, ast.UnaryOp) and isinstance(x.op, ast.USub):
        return f"-{_text(x.operand, 4)}"
    if isinstance(x, ast.BoolOp):
        own, text = 0, f" {'and' if isinstance(x.op, ast.And) else 'or'} ".join(_text(v, 1) for v in x.values)
    elif isinstance(x, ast.Compare):
        own, text = 1, _text(x.left, 2)
        for op, side in zip(x.ops, x.comparators):
            text += f" {_RELATIONS[type(op)]} {_text(side, 2)}"
    elif isinstance(x, ast.BinOp):
        sign, own = _OPERATORS[type(x.op)]
        text = f"{_text(x.left, own)} {sign} {_text(x.right, own + 1)}"
    else:
        raise NotImplementedError(f"magneto: a guard with {type(x).__name__}")
    return f"({text})" if own < level else text
