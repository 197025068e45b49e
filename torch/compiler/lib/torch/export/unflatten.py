"""unflatten: the tree of modules of an exported program."""

import dataclasses

import torch
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


class InterpreterModule(torch.nn.Module):
    """A module that runs a graph, whose calls of submodules go to what is there now."""

    def __init__(self, graph=None):
        super().__init__()
        self.graph = Graph() if graph is None else graph

    _signature = None  # of the calls, where it was kept: arguments and results are trees then

    def forward(self, *args, **kwargs):
        if self._signature is None:
            return Interpreter(self, graph=self.graph).run(*args, **kwargs, enable_io_processing=False)
        flat, spec = pytree.tree_flatten((args, kwargs))
        if spec != self._signature.in_spec:
            raise TypeError(f"The module takes arguments like {self._signature.in_spec}, not {spec}")
        out = Interpreter(self, graph=self.graph).run(*flat, enable_io_processing=False)
        return pytree.tree_unflatten(list(out), self._signature.out_spec)


    def type_name(self):
        return None

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False):
        return _readable("InterpreterModule", self, print_output, include_stride, include_device)


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
        self._in_spec, self._out_spec = ep._in_spec, ep._out_spec

    def forward(self, *args, **kwargs):
        flat, spec = flatten_call(self._in_spec, args, kwargs)
        if spec != self._in_spec:
            if self.flat_args_adapter is None:
                raise TypeError("There is no flat args adapter specified. Are you sure you are calling this with the right arguments?")
            flat = self.flat_args_adapter.adapt(self._in_spec, spec, flat)
        out = Interpreter(self, graph=self.graph).run(*flat, enable_io_processing=False)
        return pytree.tree_unflatten(list(out), self._out_spec)


def unflatten(module, flat_args_adapter=None):
    """A tree of modules that computes what a program does, in which modules can be exchanged."""
    ep = module
    root = UnflattenedModule(ep, flat_args_adapter)
    state, inputs = {}, []
    for entry in ep.module_call_graph:
        ensure_submodule(root, entry.fqn, InterpreterModule)
    for node, spec in zip([n for n in ep.graph.nodes if n.op == "placeholder"], ep.graph_signature.input_specs):
        if spec.kind is InputKind.USER_INPUT:
            inputs.append(node)
        else:
            value = ep._value(spec.target)
            state[node] = [spec.target, *(name for name, other in ep.state_dict.items() if other is value and name != spec.target)]
            for name in state[node]:
                attach(root, dataclasses.replace(spec, target=name), value, InterpreterModule)
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
    for path in filling.kept:
        root.get_submodule(path)._signature = filling.signatures[path]
    return root


def _stack(node):
    """The paths of the modules that call what a node does, from the root on."""
    calls = [path for path, _ in node.meta.get("nn_module_stack", {"": ("", None)}).values()]
    return calls or [""]


def _steps(path, within):
    return path[len(within) + 1:] if within else path


class _Filling:
    """Gives modules the graphs of nodes. state has the targets of the inputs that are state, writes the state and inputs that get the value of
    a node at last."""

    def __init__(self, root, state, writes, ep):
        self.root, self.state, self.writes = root, state, writes
        self.signatures = {e.fqn: e.signature for e in ep.module_call_graph if e.fqn and e.signature is not None}
        self.kept, self.filled, self.nodes, self.specs = set(), set(), {n.name: n for n in ep.graph.nodes}, 0

    def fill(self, module, path, nodes, inputs, results, depth=0):
        """Gives a module the graph of some nodes: those of its submodules become calls. inputs are the nodes whose values it gets, results is
        a tree of those that it gives."""
        graph, values = Graph(), {}
        for node in inputs:
            values[node] = graph.placeholder(node.name)
            values[node].meta = node.meta
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
            self.call(graph, values, path, child, depth + 1, nodes[i:j], inside, results)
            i = j
        graph.output(map_arg(results, lambda n: self.value(graph, values, path, n)))
        self.raise_attributes(graph, values, path)
        module.graph = graph

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
        return values[node]

    def write(self, graph, values, path, node):
        import torch

        for target in self.writes.get(node, ()):
            if isinstance(target, Node):
                graph.call_function(torch.ops.aten.copy_.default, (values[target], values[node]))
                continue
            if path and not target.startswith(path + "."):
                raise NotImplementedError(f"torch.export.unflatten: magneto does not let {path} change the state {target} of another module")
            graph.call_function(torch.ops.aten.copy_.default, (graph.get_attr(_steps(target, path)), values[node]))

    def call(self, graph, values, path, child, depth, nodes, all_inside, wanted):
        """Adds a call of a submodule that computes nodes."""
        import operator

        signature = self.signatures.get(child)
        if signature is not None and child not in self.kept and not self.reads_more(nodes, values, child, signature) and not self.gives_more(nodes, signature):
            return self.keep(graph, values, path, child, depth, nodes, signature)
        inside, inputs, seen = set(nodes), [], []
        for node in nodes:
            for used in node.all_input_nodes:
                own = used.op in ("placeholder", "get_attr") and self.target(used, child).startswith(child + ".") and used not in values
                if used not in inside and not own and used not in inputs:
                    inputs.append(used)
        map_arg(wanted, seen.append)
        outputs = [n for n in nodes if n in seen or any(u not in inside and u.op != "output" for u in n.users)]
        results = outputs[0] if len(outputs) == 1 else tuple(outputs)
        given = tuple(self.value(graph, values, path, n) for n in inputs)
        called = self.again(child, nodes, inputs, results, depth)
        made = graph.call_module(_steps(called, path), given)
        if len(outputs) == 1:
            values[outputs[0]] = made
            return
        for i, n in enumerate(outputs):
            values[n] = graph.call_function(operator.getitem, (made, i))

    def again(self, child, nodes, inputs, results, depth):
        """Gives a submodule its graph. One that is called more than once computes the same each time, or has others beside it, with its state, that compute
        the rest; gives the path of the one that is called."""
        module = ensure_submodule(self.root, child, InterpreterModule)
        if child not in self.filled:
            self.filled.add(child)
            self.fill(module, child, nodes, inputs, results, depth)
            return child
        other = InterpreterModule()
        other._parameters, other._buffers, other._modules = module._parameters, module._buffers, module._modules
        self.fill(other, child, nodes, inputs, results, depth)
        number = 0
        name = child
        while name in self.filled:
            if _computation(self.root.get_submodule(name).graph) == _computation(other.graph):
                return name
            number += 1
            name = f"{child}@{number}"
        self.filled.add(name)
        owner, _, last = name.rpartition(".")
        self.root.get_submodule(owner).add_module(last, other)
        return name

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

    def keep(self, graph, values, path, child, depth, nodes, signature):
        """Adds a call of a submodule as the module was called."""
        import operator

        from torch.fx import _pytree as fx_pytree

        self.kept.add(child)
        self.filled.add(child)
        given = [self.nodes.get(getattr(a, "name", "")) for a in signature.inputs]
        results = [self.nodes.get(getattr(a, "name", "")) for a in signature.outputs]
        inner, places = ensure_submodule(self.root, child, InterpreterModule), []
        for i, node in enumerate(given):  # an argument that is no node, or stands twice, has a place that nobody reads
            places.append(node if node is not None and node not in places else _Unread(f"_unread_{i}"))
        self.fill(inner, child, nodes, places, tuple(n if n is not None else a.value for n, a in zip(results, signature.outputs)), depth)
        flat = [a.value if n is None else self.value(graph, values, path, n) for n, a in zip(given, signature.inputs)]
        args, kwargs = pytree.tree_unflatten(flat, signature.in_spec)
        call = graph.call_module(_steps(child, path), tuple(args), kwargs)
        owner = ensure_submodule(self.root, path, InterpreterModule)
        name = f"_spec_{self.specs}"
        self.specs += 1
        setattr(owner, name, signature.out_spec)
        leaves = graph.call_function(fx_pytree.tree_flatten_spec, (call, graph.get_attr(name)))
        for i, n in enumerate(results):
            if n is not None:
                values[n] = graph.call_function(operator.getitem, (leaves, i))


def _computation(graph):
    """What a graph computes, without the names of its nodes."""
    places = {node: i for i, node in enumerate(graph.nodes)}
    return [(node.op, node.target if node.op != "placeholder" else None, str(map_arg(node.args, places.get)), str(map_arg(node.kwargs, places.get))) for node in graph.nodes]


class _Unread:
    """The place of an argument that a graph does not read."""

    def __init__(self, name):
        self.name, self.meta = name, {}
