"""The graph of torch._dynamo.export: what Dynamo captured, with the signature of the function, and what it reads beside its arguments as attributes."""

import inspect
import itertools
import re

import torch
from torch._C import _fx
from torch.utils import _pytree as pytree


class Returned:
    """Stands for a number that a graph computes, while the code behind the graph gives the results."""

    def __init__(self, node):
        self.node = node

    def item(self):
        return self


class ReturnedInt(int):
    """A number that a graph gives, where it must be an int."""


class ReturnedFloat(float):
    """A number that a graph gives, where it must be a float."""


def stand_ins(graph, values):
    """The outputs of a graph, with stand-ins for numbers and for tensors that only carry one."""
    return [_stand_in(n, v) for n, v in zip(graph.output_node().args[0], values)]


def _stand_in(node, value):
    if _carries_number(node):
        return Returned(node.args[0])
    if not isinstance(node, torch.fx.Node) or isinstance(value, torch.Tensor):
        return value
    if isinstance(value, bool):
        return Returned(node)
    if not isinstance(value, (int, float)):
        return value
    made = (ReturnedInt if isinstance(value, int) else ReturnedFloat)(value)
    made.node = node
    return made


def _carries_number(node):
    return isinstance(node, torch.fx.Node) and node.op == "call_function" and node.target is torch.scalar_tensor and isinstance(node.args[0], torch.fx.Node)


def attribute_name(source, taken):
    """How a module names what the function reads at source: its path with what no name can have replaced."""
    text = re.sub(r"\._(?:modules|parameters|buffers)\['(.*?)'\]", r".\1", source)
    text = re.sub(r"\.__closure__\[\d+\]\.cell_contents$", "", text)
    text = re.sub(r"^[GL]\['?(.*?)'?\]$", r"\1", text)
    text = re.sub(r"[^a-zA-Z0-9]", "_", re.sub(r"\[(\d+)\]", r"_\1", text))
    name = text if text[:1].isalpha() else "sub" + text
    return next(n for n in itertools.chain([name], (f"{name}_{i}" for i in itertools.count())) if n not in taken)


def signature_names(f, args):
    fn = f.forward if isinstance(f, torch.nn.Module) else f
    try:
        parameters = inspect.signature(fn).parameters.values()
    except (TypeError, ValueError):
        return [f"arg_{i}" for i in range(len(args))]
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][: len(args)]
    rest = next((p.name for p in parameters if p.kind == p.VAR_POSITIONAL), "arg")
    return names + [f"{rest}_{i}" for i in range(len(args) - len(names))]


def _argument_sources(f, args, kwargs):
    """For each leaf of the arguments the expressions that may stand for it in a frame of the function, or of what calls a module."""
    fn = f.forward if isinstance(f, torch.nn.Module) else f
    names, rest, extra, known = [], "args", "kwargs", set()
    try:
        for p in inspect.signature(fn).parameters.values():
            known.add(p.name)
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD):
                names.append(p.name)
            elif p.kind == p.VAR_POSITIONAL:
                rest = p.name
            elif p.kind == p.VAR_KEYWORD:
                extra = p.name
    except (TypeError, ValueError):
        pass
    sources = []
    for i, value in enumerate(args):
        root = f"L['{names[i]}']" if i < len(names) else f"L['{rest}'][{i - len(names)}]"
        sources += [(root + path, f"L['args'][{i}]" + path) for path in _paths(value)]
    for key, value in kwargs.items():
        root = f"L['{key}']" if key in known else f"L['{extra}']['{key}']"
        sources += [(root + path, f"L['kwargs']['{key}']" + path) for path in _paths(value)]
    return sources


def _paths(value):
    return [pytree.keystr(path) for path, _ in pytree.tree_flatten_with_path(value)[0]]


class Rewriter:
    """Makes the graph of one export. flat are the arguments before the call, which may change containers among them."""

    def __init__(self, f, gm, inputs, args, flat):
        self.f, self.gm, self.inputs, self.args = f, gm, inputs, args
        self.flat, self.in_spec = flat
        given, self.kwargs = pytree.tree_unflatten(*flat)
        self.sources = _argument_sources(f, given, self.kwargs)
        self.graph, self.values, self.root, self.originals = torch.fx.Graph(), {}, {}, {}
        self.places = [n for n in gm.graph.nodes if n.op == "placeholder"]
        self.users = []

    def module(self, outs, result):
        from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo

        leaves, out_spec = pytree.tree_flatten(result)
        self._take_arguments(leaves)
        self._take_sizes()
        for node in self.gm.graph.nodes:
            if node.op not in ("placeholder", "output") and not _carries_number(node):
                self._copy(node)
        given = list(self.gm.graph.output_node().args[0]) if self.places or outs else []
        self.graph.output([self._leaf(v, given, outs) for v in leaves])
        names = signature_names(self.f, self.args) + list(self.kwargs)
        self.graph._codegen = _PyTreeCodeGen(_PyTreeInfo(names, self.in_spec, out_spec), positional=len(self.args))
        made = torch.fx.GraphModule(self.root, self.graph)
        made._in_spec, made._out_spec = self.in_spec, out_spec
        made.meta["dynamo_flat_name_to_original_fqn"] = self.originals
        return made

    def _take_arguments(self, leaves):
        for i, value in enumerate(self.flat):
            match = next((n for n, v in zip(self.places, self.inputs) if v is value and n not in self.values), None)
            again = match is not None and any(value is later for later in self.flat[i + 1:])  # the last place of a tensor stands for it
            name = match.name if match is not None and not again else f"arg{i}"
            if match is None and isinstance(value, torch.Tensor) and any(value is leaf for leaf in leaves):
                name = self._argument_name(i)
            made = self.graph.create_node("placeholder", f"arg{i}", name=name)
            self.users.append(made)
            if match is not None:
                _fx.copy_meta(made, match)
                made.meta = {**match.meta, "val": match.meta.get("example_value"), "tensor_dict": {}}
                if not again:
                    self.values[match] = made

    def _argument_name(self, i):
        return re.sub(r"[^a-zA-Z0-9]+", "_", self.sources[i][0]).lower()

    def _take_sizes(self):
        """Sizes that the graph reads, in the order in which it takes them."""
        for place, value in zip(self.places, self.inputs):
            if place not in self.values and not isinstance(value, torch.Tensor) and self._is_used(place):
                self._read(place)

    def _is_used(self, place):
        return any(not _higher_order(user) or self._body_reads(user, place) for user in place.users)

    def _body_reads(self, call, place):
        """Whether a body of a higher-order operator reads an operand."""
        bodies = [getattr(self.gm, a.target) for a in call.args if isinstance(a, torch.fx.Node) and a.op == "get_attr"]
        operands = call.args[-1]
        if not bodies or not isinstance(operands, (list, tuple)) or place not in operands:
            return True
        at = len(operands) - list(operands).index(place)
        return any([n for n in body.graph.nodes if n.op == "placeholder"][-at].users for body in bodies)

    def _read(self, node):
        """The node for a value that the function reads beside its arguments, which is read where it is first used."""
        if node not in self.values:
            value = next(v for n, v in zip(self.places, self.inputs) if n is node)
            if isinstance(value, torch.Tensor):
                target = attribute_name(_fx.source_of(node) or node.name, {*self.root, *getattr(_function(self.f), "__globals__", ())})
                original = self._original(value)
                if original is not None:
                    self.originals[target] = original
                self.root[target] = value
                self.values[node] = self.graph.create_node("get_attr", target, name=target.lower())
            else:
                self.values[node] = self._size(node, value)
            _fx.copy_meta(self.values[node], node)
            self.values[node].meta = node.meta
        return self.values[node]

    def _original(self, value):
        module = self.f if isinstance(self.f, torch.nn.Module) else getattr(self.f, "__self__", None)
        if isinstance(module, torch.nn.Module):
            return next((name for name, t in itertools.chain(module.named_parameters(), module.named_buffers()) if t is value), None)
        return None

    def _size(self, node, value):
        """The node of a size that a graph takes: that of an argument which has it."""
        found = re.fullmatch(r"(.*)\.size\(\)\[(\d+)\]", _fx.source_of(node))
        for i, (place, names, given) in enumerate(zip(self.users, self.sources, self.flat)):
            if found and found[1] in names:
                if place.name == f"arg{i}":
                    place._rename(self._argument_name(i))
                return self.graph.call_function(torch.ops.aten.sym_size.int, (place, int(found[2])))
            if _fx.source_of(node) in names and not isinstance(given, torch.Tensor):
                return place
        for place, given in zip(self.users, self.flat):
            if isinstance(given, torch.Tensor) and value in given.shape:
                return self.graph.call_function(torch.ops.aten.sym_size.int, (place, given.shape.index(value)))
        raise NotImplementedError(f"torch._dynamo.export: {_fx.source_of(node) or node} is no size of an argument")

    def _copy(self, node):
        if node.op in ("get_attr", "call_module"):
            self.root[node.target] = _at(self.gm, node.target)
            for user in node.users:  # the operands of a higher-order operator are read in front of its bodies
                if _higher_order(user):
                    self._drop_unread(user)
                    for operand in pytree.tree_leaves(list(user.args)):
                        if isinstance(operand, torch.fx.Node) and operand.op == "placeholder":
                            self._read(operand)
        copy = self.values[node] = self.graph.node_copy(node, lambda n: self.values[n] if n in self.values else self._read(n))
        if node.op.startswith("call"):
            copy.meta.setdefault("source_fn_stack", [(node.name, node.target)])

    def _drop_unread(self, call):
        """Leaves out sizes among the operands of a higher-order operator that none of its bodies reads."""
        operands = call.args[-1]
        if not isinstance(operands, (list, tuple)):
            return
        kept = [o for o in operands if not (isinstance(o, torch.fx.Node) and o in self.places and not self._is_tensor(o) and not self._body_reads(call, o))]
        if len(kept) == len(operands):
            return
        gone = [len(operands) - i for i, o in enumerate(operands) if not any(o is k for k in kept)]
        for body in {id(b): b for b in (getattr(self.gm, a.target) for a in call.args if isinstance(a, torch.fx.Node) and a.op == "get_attr")}.values():
            inputs = [n for n in body.graph.nodes if n.op == "placeholder"]
            for at in gone:
                body.graph.erase_node(inputs[-at])
            body.recompile()
        call.args = (*call.args[:-1], type(operands)(kept))

    def _is_tensor(self, place):
        return any(n is place and isinstance(v, torch.Tensor) for n, v in zip(self.places, self.inputs))

    def _leaf(self, value, given, outs):
        if isinstance(value, (Returned, ReturnedInt, ReturnedFloat)):
            return self.values.get(value.node) or self._read(value.node)
        if type(value).__name__ == "ndarray":  # what the code behind the graph makes of a tensor
            shared = torch.from_numpy(value).data_ptr()
            value = next((o for o in outs if isinstance(o, torch.Tensor) and o.data_ptr() == shared), value)
        if not isinstance(value, torch.Tensor):
            return value
        for node, out in zip(given, outs):
            if out is value:
                return self.values.get(node) or self._read(node) if isinstance(node, torch.fx.Node) else node
        for place, v in reversed(list(zip(self.users, self.flat))):
            if v is value:
                return place
        for node, v in zip(self.places, self.inputs):
            if v is value:
                return self._read(node)
        target = f"_constant_{len(self.root)}"
        self.root[target] = value
        return self.graph.get_attr(target)


def _function(f):
    f = f.forward if isinstance(f, torch.nn.Module) else f
    return getattr(f, "__func__", f)


def _higher_order(node):
    return isinstance(node.target, torch._ops.HigherOrderOperator)


def _at(module, path):
    for part in path.split("."):
        module = getattr(module, part)
    return module
