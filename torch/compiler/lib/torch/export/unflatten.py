"""unflatten: the tree of modules of an exported program."""

import contextlib
import copy
import dataclasses
import operator

import torch
from torch._C._dynamo import eval_frame as _c
from torch._export.utils import _check_input_constraints_for_graph
from torch.fx import _pytree as fx_pytree
from torch.fx import Graph, Interpreter, Node
from torch.fx.graph_module import GraphModule, _assign_attr
from torch.fx.node import map_arg
from torch.utils import _pytree as pytree

from ._state import attach, ensure_submodule
from ._unlift import flatten_call
from .graph_signature import InputKind, OutputKind

__all__ = ["FlatArgsAdapter", "InterpreterModule", "UnflattenedModule", "unflatten"]


class FlatArgsAdapter:
    """Turns arguments in one form into those that a program takes; derived classes say how."""

    def adapt(self, target_spec, input_spec, input_args, metadata=None, obj=None):
        raise NotImplementedError("FlatArgsAdapter.adapt is to be overridden")


class _Running:
    """How unflattened modules run: node by node, or as generated code."""

    generated = False


@contextlib.contextmanager
def _disable_interpreter():
    """Unflattened modules run as generated code while this lasts."""
    before, _Running.generated = _Running.generated, True
    try:
        yield
    finally:
        _Running.generated = before


class InterpreterModule(torch.nn.Module):
    """A module that runs a graph, whose calls of submodules go to what is there now."""

    def __init__(self, graph=None):
        super().__init__()
        self.graph = Graph() if graph is None else graph

    def forward(self, *args, **kwargs):
        if kwargs:
            rest = [node.target for node in self.graph.find_nodes(op="placeholder")][len(args):]
            if unknown := [name for name in kwargs if name not in rest]:
                raise RuntimeError(f"Unexpected keyword arguments: {unknown}. Expected: {rest}")
            args = (*args, *(kwargs[name] for name in rest if name in kwargs))
        if _Running.generated:
            return type(self)._generated(self)(*args)
        return Interpreter(self, graph=self.graph).run(*args, enable_io_processing=False)

    def _generated(self):
        """The graph as a function of its inputs, from generated code."""
        holder = torch.nn.Module()
        holder.__dict__.update({key: value for key, value in self.__dict__.items() if key != "graph"})
        owner = self.graph.owning_module
        try:
            return GraphModule(holder, self.graph)
        finally:
            self.graph.owning_module = owner

    @property
    def graph_module(self):
        return self._generated()

    def type_name(self):
        return None

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False):
        return _readable(type(self).__name__, self, print_output, include_stride, include_device)


def _readable(name, module, print_output, include_stride, include_device):
    """The code of a graph whose state a module has, with sizes and the user's lines."""
    holder = torch.nn.Module()
    holder.__dict__.update({key: value for key, value in module.__dict__.items() if key != "graph"})
    owner = module.graph.owning_module
    try:
        return GraphModule(holder, module.graph, name).print_readable(print_output, include_stride, include_device)
    finally:
        module.graph.owning_module = owner


class InterpreterModuleDispatcher(torch.nn.Module):
    """A module whose calls, which were traced each on its own, go to one graph after the other."""

    def __init__(self, attrs, call_modules):
        super().__init__()
        if not call_modules:
            raise AssertionError("call_modules must not be empty")
        self._modules = call_modules[0]._modules
        for name in attrs:
            setattr(self, name, getattr(call_modules[0], name))
        self._call_modules, self._num_calls = call_modules, 0

    def forward(self, *args, **kwargs):
        module = self._call_modules[self._num_calls]
        self._num_calls = (self._num_calls + 1) % len(self._call_modules)
        try:
            return module(*args, **kwargs)
        except Exception:
            self._num_calls = 0
            raise

    def call_modules(self):
        return self._call_modules

    def type_name(self):
        return self._call_modules[0].type_name()

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False):
        return "\n".join(module.print_readable(print_output, include_stride, include_device, colored) for module in self._call_modules)


RUN_WITH_INTERPRETER = True


class UnflattenedModule(InterpreterModule):
    """The root of the tree."""

    def __init__(self, ep, flat_args_adapter=None):
        super().__init__()
        self.flat_args_adapter = flat_args_adapter
        self.graph_signature, self.module_call_graph = copy.deepcopy(ep.graph_signature), copy.deepcopy(ep.module_call_graph)
        self.range_constraints, self.equality_constraints, self.adapted = ep.range_constraints, [], False
        self._in_spec, self._out_spec = ep._in_spec, ep._out_spec
        self.meta = {"inline_constraints": {}, **ep.graph_module.meta, "unflattened_module": self}

    def forward(self, *args, **kwargs):
        flat, spec = flatten_call(self._in_spec, args, kwargs)
        if spec != self._in_spec:
            print(f"Input treespec does not match with exported module's: \nInput treespec: {spec}. ", f"Exported module treespec: {self._in_spec}")
            print("Adapting flat arg to match exported module's treespec")
            if self.flat_args_adapter is None:
                raise TypeError("There is no flat args adapter specified. Are you sure you are calling this with the right arguments? ")
            flat = self.flat_args_adapter.adapt(self._in_spec, spec, flat, self.meta)
        else:
            named = {name: kwargs[name] for name in self._in_spec.children_specs[1].context}
            _check_input_constraints_for_graph(self.graph.find_nodes(op="placeholder"), pytree.tree_leaves_with_path((args, named)), self.range_constraints)
        out = Interpreter(self, graph=self.graph).run(*flat, enable_io_processing=False)
        return pytree.tree_unflatten(list(out), self._out_spec)


def unflatten(module, flat_args_adapter=None):
    """A tree of modules that computes what a program does, in which modules can be exchanged."""
    ep = module
    root = UnflattenedModule(ep, flat_args_adapter)
    state, inputs, copies = {}, [], {}
    ran = {path[:i] for node in ep.graph.nodes for path in map(_path, _stack(node)) for i in range(1, len(path) + 1) if path[i:i + 1] in (".", "")}
    for entry in ep.module_call_graph:
        if "@" not in entry.fqn:
            ensure_submodule(root, entry.fqn, InterpreterModule if entry.fqn in ran else torch.nn.Module)
    for node, spec in zip([n for n in ep.graph.nodes if n.op == "placeholder"], ep.graph_signature.input_specs):
        if spec.kind is InputKind.USER_INPUT:
            inputs.append(node)
        else:
            value = _copied(ep._value(spec.target), copies)
            state[node] = [spec.target, *(name for name, other in ep.state_dict.items() if other is ep._value(spec.target) and name != spec.target)]
            for name in state[node]:
                attach(root, dataclasses.replace(spec, target=name), value, torch.nn.Module)
    for node in ep.graph.nodes:
        if node.op == "get_attr":
            _assign_attr(getattr(ep.graph_module, node.target), root, node.target)
    calls = [n for n in ep.graph.nodes if n.op not in ("placeholder", "output", "get_attr")]
    results, writes = [], {}
    for spec, value in zip(ep.graph_signature.output_specs, ep.graph.output_node().args[0]):
        if spec.kind in (OutputKind.BUFFER_MUTATION, OutputKind.PARAMETER_MUTATION):
            writes.setdefault(value, []).append(spec.target)
        elif spec.kind is OutputKind.USER_INPUT_MUTATION:
            writes.setdefault(value, []).append(next(n for n in inputs if n.name == spec.target))
        else:
            results.append(value)
    filling = _Filling(root, state, writes, ep)
    filling.fill(root, "", calls, inputs, tuple(results))
    filling.dispatch()
    return root


def _copied(value, copies):
    """A copy of a tensor that is state, the same one whenever it is asked for."""
    if not isinstance(value, torch.Tensor):
        return value
    if id(value) not in copies:
        made = value.detach().clone()
        copies[id(value)] = torch.nn.Parameter(made, requires_grad=value.requires_grad) if isinstance(value, torch.nn.Parameter) else made
    return copies[id(value)]


def _stack(node):
    """The calls of modules that lead to what a node does, from the root on: their paths, those of later calls with a number behind an @."""
    return [path + (f"@{number}" if path and (number := key.rpartition("@")[2]).isdecimal() and "@" in key else "")
            for key, (path, _) in node.meta.get("nn_module_stack", {}).items()] or [""]


def _path(call):
    return call.partition("@")[0]


def _steps(path, within):
    return path[len(within) + 1:] if within else path


class _Filling:
    """Gives modules the graphs of nodes. state has the targets of the inputs that are state, writes the state and inputs that get the value of
    a node at last."""

    def __init__(self, root, state, writes, ep):
        self.root, self.state, self.writes = root, state, writes
        self.signatures = {e.fqn: e.signature for e in ep.module_call_graph if e.fqn and e.signature is not None}
        self.kept, self.filled, self.nodes = {}, {}, {n.name: n for n in ep.graph.nodes}

    def fill(self, module, path, nodes, inputs, results, depth=0, signature=None):
        """Gives a module the graph of some nodes: those of its submodules become calls. inputs are the nodes whose values it gets, results is
        a tree of those that it gives; with a signature, it is called as the module was."""
        graph, values = Graph(), {}
        module.graph, graph.owning_module = graph, module
        if signature is not None:
            self.unpack(module, graph, values, inputs, signature)
        else:
            for node in inputs:
                values[node] = graph.placeholder(node.name)
                values[node].meta = node.meta
                _c.describe_as(values[node], node)
        inside = set(nodes)
        i = 0
        while i < len(nodes):
            stack = _stack(nodes[i])
            if len(stack) <= depth + 1:
                values[nodes[i]] = graph.node_copy(nodes[i], lambda n: self.value(graph, values, path, n))
                self.write(graph, values, path, nodes[i])
                i += 1
                continue
            child, j = stack[depth + 1], i
            while j < len(nodes) and len(_stack(nodes[j])) > depth + 1 and _stack(nodes[j])[depth + 1] == child:
                j += 1
            self.call(module, graph, values, path, child, depth + 1, nodes[i:j], inside, results)
            i = j
        given = map_arg(results, lambda n: self.value(graph, values, path, n))
        if signature is not None:
            given = graph.call_function(pytree.tree_unflatten, (given, self.spec(module, graph, signature.out_spec)))
        graph.output(given)
        self.raise_attributes(graph, values, path)

    def spec(self, module, graph, value):
        """A node of a tree's structure."""
        number = 0
        while hasattr(module, f"_spec_{number}"):
            number += 1
        setattr(module, f"_spec_{number}", value)
        return graph.get_attr(f"_spec_{number}")

    def unpack(self, module, graph, values, inputs, signature):
        """Takes the arguments of a call in their structure."""
        args, kwargs = signature.in_spec.children_specs
        positional = tuple(graph.placeholder(f"_positional_arg_{i}") for i in range(len(args.children_specs)))
        named = {name: graph.placeholder(name) for name in kwargs.context}
        leaves = graph.call_function(fx_pytree.tree_flatten_spec, ((positional, named), self.spec(module, graph, signature.in_spec)))
        for i, node in enumerate(inputs):
            leaf = graph.create_node("call_function", operator.getitem, (leaves, i), {}, name=f"_constant_{i}" if node is None else node.name)
            if node is not None:
                values[node] = leaf
                leaf.meta = node.meta

    def raise_attributes(self, graph, values, path):
        """Puts the attributes of a module behind its inputs, those of the root the last one before the others."""
        before = next(n for n in graph.nodes if n.op != "placeholder")
        for node in self.state if path else reversed(self.state):
            made = values.get(node)
            if made is before:
                before = before.next
            elif made is not None and made.op == "get_attr":
                before.prepend(made)

    def target(self, node, path):
        """The name of the state or attribute that a node reads: one below a path, where it has several."""
        names = self.state.get(node, [node.target])
        return next((name for name in names if name.startswith(path + ".")), names[0])

    def value(self, graph, values, path, node):
        """A node here; state is an attribute of the module, or of the root where the module does not hold it."""
        if node in values:
            return values[node]
        target = self.target(node, path)
        if path and not target.startswith(path + "."):
            raise NotImplementedError(f"torch.export.unflatten: magneto does not give {path} the state {target} of another module")
        values[node] = graph.get_attr(_steps(target, path))
        _c.describe_as(values[node], node)
        return values[node]

    def write(self, graph, values, path, node):
        for target in self.writes.get(node, ()):
            if isinstance(target, Node):
                graph.call_function(torch.ops.aten.copy_.default, (values[target], values[node]))
                continue
            if path and not target.startswith(path + "."):
                raise NotImplementedError(f"torch.export.unflatten: magneto does not let {path} change the state {target} of another module")
            graph.call_function(torch.ops.aten.copy_.default, (graph.get_attr(_steps(target, path)), values[node]))

    def call(self, module, graph, values, path, call, depth, nodes, all_inside, wanted):
        """Adds a call of a submodule that computes nodes."""
        child, signature = _path(call), self.signatures.get(call)
        if signature is not None and not self.filled.get(child) and not self.reads_more(nodes, values, child, signature) and not self.gives_more(nodes, signature):
            return self.keep(module, graph, values, path, call, depth, nodes, signature)
        inside, inputs, seen = set(nodes), [], []
        for node in nodes:
            for used in node.all_input_nodes:
                own = used.op in ("placeholder", "get_attr") and self.target(used, child).startswith(child + ".") and used not in values
                if used not in inside and not own and used not in inputs:
                    inputs.insert(0, used)  # what is met last comes first
        map_arg(wanted, seen.append)
        outputs = [n for n in nodes if n in seen or any(u not in inside and u.op != "output" for u in n.users)]
        results = outputs[0] if len(outputs) == 1 else outputs
        given = tuple(self.value(graph, values, path, n) for n in inputs)
        called = self.again(call, nodes, inputs, results, depth)
        made = graph.call_module(_steps(called, path), given)
        for i, n in enumerate(outputs):
            values[n] = made if len(outputs) == 1 else graph.call_function(operator.getitem, (made, i))
            _c.describe_as(values[n], n)

    def again(self, call, nodes, inputs, results, depth):
        """Gives a submodule its graph. One that is called more than once computes the same each time, or has others beside it, with its state, that compute
        the rest; gives the path of the one that is called."""
        child = _path(call)
        made = self.instance(call)
        self.fill(made, child, nodes, inputs, results, depth)
        for name, other in self.filled.setdefault(child, {}).items():
            if _computation(other.graph) == _computation(made.graph):
                return name
        name = call if self.filled[child] or self.kept.get(child) else child
        while name in self.filled[child]:
            name += "@1"
        self.filled[child][name] = made
        if name != child:
            owner, _, last = name.rpartition(".")
            self.root.get_submodule(owner).add_module(last, made)
        return name

    def instance(self, call):
        """The module for a call: that of its path, or another one with its state for a later call."""
        module = self.running(_path(call))
        if not self.filled.get(_path(call)) and not self.kept.get(_path(call)):
            return module
        other = InterpreterModule()
        other._parameters, other._buffers, other._modules = module._parameters, module._buffers, module._modules
        return other

    def running(self, path):
        """The module at a path as one that runs a graph, with the state that is there."""
        module = ensure_submodule(self.root, path, InterpreterModule)
        if type(module) is not torch.nn.Module:
            return module
        made = InterpreterModule()
        made._parameters, made._buffers, made._modules = module._parameters, module._buffers, module._modules
        owner, _, last = path.rpartition(".")
        self.root.get_submodule(owner)._modules[last] = made
        return made

    def dispatch(self):
        """Modules whose calls were traced each on its own go from one to the next."""
        for child, modules in sorted(self.kept.items(), reverse=True):
            if len(modules) > 1:
                owner, _, last = child.rpartition(".")
                first = modules[0]
                self.root.get_submodule(owner)._modules[last] = InterpreterModuleDispatcher({*first._parameters, *first._buffers}, modules)

    def reads_more(self, nodes, values, child, signature):
        """Whether a module reads values that are no arguments of its call."""
        inside, given = set(nodes), {getattr(a, "name", None) for a in signature.inputs}
        for node in nodes:
            for used in node.all_input_nodes:
                own = used.op in ("placeholder", "get_attr") and self.target(used, child).startswith(child + ".") and used not in values
                if used not in inside and not own and used.name not in given:
                    return True
        return False

    def gives_more(self, nodes, signature):
        """Whether others read values of a module that are no results of its call: state that it has changed."""
        inside, given = set(nodes), {getattr(a, "name", None) for a in signature.outputs}
        return any(n.name not in given and any(u not in inside and u.op != "output" for u in n.users) for n in nodes)

    def keep(self, module, graph, values, path, call, depth, nodes, signature):
        """Adds a call of a submodule as the module was called."""
        child = _path(call)
        inner = self.instance(call)
        self.kept.setdefault(child, []).append(inner)
        given = [self.nodes.get(getattr(a, "name", "")) for a in signature.inputs]
        results = [self.nodes.get(getattr(a, "name", "")) for a in signature.outputs]
        self.fill(inner, child, nodes, given, tuple(n if n is not None else a.value for n, a in zip(results, signature.outputs)), depth, signature)
        flat = [a.value if n is None else self.value(graph, values, path, n) for n, a in zip(given, signature.inputs)]
        tree = graph.call_function(pytree.tree_unflatten, (flat, self.spec(module, graph, signature.in_spec)))
        args, kwargs = (graph.call_function(operator.getitem, (tree, i)) for i in range(2))
        positional, named = signature.in_spec.children_specs
        args = tuple(graph.call_function(operator.getitem, (args, i)) for i in range(len(positional.children_specs)))
        made = graph.call_module(_steps(child, path), args, {name: graph.call_function(operator.getitem, (kwargs, name)) for name in named.context})
        leaves = graph.call_function(fx_pytree.tree_flatten_spec, (made, self.spec(module, graph, signature.out_spec)))
        for i, n in enumerate(results):
            if n is not None:
                values[n] = graph.call_function(operator.getitem, (leaves, i))
                _c.describe_as(values[n], n)


def _computation(graph):
    """What a graph computes, without the names of its nodes."""
    places = {node: i for i, node in enumerate(graph.nodes)}
    return [(node.op, node.target if node.op != "placeholder" else None, str(map_arg(node.args, places.get)), str(map_arg(node.kwargs, places.get))) for node in graph.nodes]

