"""unflatten: the tree of modules of an exported program."""

import torch
from torch.fx import Graph, Interpreter, Node
from torch.fx.graph_module import _assign_attr
from torch.fx.node import map_arg
from torch.utils import _pytree as pytree

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

    def forward(self, *args):
        return Interpreter(self, graph=self.graph).run(*args, enable_io_processing=False)


class UnflattenedModule(InterpreterModule):
    """The root of the tree."""

    def __init__(self, ep, flat_args_adapter=None):
        super().__init__()
        self.flat_args_adapter = flat_args_adapter
        object.__setattr__(self, "_program", ep.module(check_guards=False))

    def forward(self, *args, **kwargs):
        flat, spec = self._program.flatten(args, kwargs)
        if spec != self._program._in_spec:
            if self.flat_args_adapter is None:
                raise TypeError("There is no flat args adapter specified. Are you sure you are calling this with the right arguments?")
            flat = self.flat_args_adapter.adapt(self._program._in_spec, spec, flat)
        return pytree.tree_unflatten(list(super().forward(*flat)), self._program._out_spec)


def unflatten(module, flat_args_adapter=None):
    """A tree of modules that computes what a program does, in which modules can be exchanged."""
    ep = module
    for spec in ep.graph_signature.output_specs:
        if spec.kind is not OutputKind.USER_OUTPUT:
            raise NotImplementedError("torch.export.unflatten of programs that were functionalised is not supported")
    root = UnflattenedModule(ep, flat_args_adapter)
    state, inputs = {}, []
    for node, spec in zip([n for n in ep.graph.nodes if n.op == "placeholder"], ep.graph_signature.input_specs):
        if spec.kind is InputKind.USER_INPUT:
            inputs.append(node)
        else:
            state[node] = spec.target
            _place(root, spec.target.rpartition(".")[0])
            _assign_attr(ep._value(spec.target), root, spec.target)
    for path, _ in ep._root.named_modules():
        _place(root, path)
    calls = [n for n in ep.graph.nodes if n.op not in ("placeholder", "output")]
    results = ep.graph.output_node().args[0]
    _fill(root, root, "", 0, calls, inputs, results, state)
    return root


def _place(root, path):
    """The module at a path, which is made if there is none."""
    at = root
    for part in path.split(".") if path else ():
        if part not in at._modules:
            at.add_module(part, InterpreterModule())
        at = at._modules[part]
    return at


def _stack(node):
    return [path for path, _ in node.meta["nn_module_stack"].values()]


def _fill(root, module, path, depth, nodes, inputs, results, state):
    """Gives a module the graph of some nodes: those of its submodules become calls. inputs are the nodes whose values it gets, results is
    a tree of those that it gives."""
    graph, values = Graph(), {}
    for node in inputs:
        values[node] = graph.placeholder(node.name)
        values[node].meta = node.meta

    def value(node):
        if node not in values:
            name = state[node][len(path) + 1:] if path else state[node]
            values[node] = graph.get_attr(name)
        return values[node]

    i = 0
    while i < len(nodes):
        stack = _stack(nodes[i])
        if len(stack) <= depth + 1:
            values[nodes[i]] = graph.node_copy(nodes[i], value)
            i += 1
            continue
        child, j = stack[depth + 1], i
        while j < len(nodes) and len(_stack(nodes[j])) > depth + 1 and _stack(nodes[j])[depth + 1] == child:
            j += 1
        _call(root, graph, value, values, child, depth + 1, nodes[i:j], state, path)
        i = j
    graph.output(map_arg(results, value))
    module.graph = graph


def _call(root, graph, value, values, child, depth, nodes, state, path):
    """Adds a call of a submodule that computes nodes."""
    inside = set(nodes)
    inputs = []
    for node in nodes:
        for used in node.all_input_nodes:
            own = used in state and state[used].startswith(child + ".")
            if used not in inside and not own and used not in inputs:
                inputs.append(used)
    outputs = [n for n in nodes if any(u not in inside for u in n.users)]
    results = outputs[0] if len(outputs) == 1 else tuple(outputs)
    _fill(root, _place(root, child), child, depth, nodes, inputs, results, state)
    made = graph.call_module(child[len(path) + 1:] if path else child, tuple(value(n) for n in inputs))
    if len(outputs) == 1:
        values[outputs[0]] = made
        return
    import operator

    for i, n in enumerate(outputs):
        values[n] = graph.call_function(operator.getitem, (made, i))
