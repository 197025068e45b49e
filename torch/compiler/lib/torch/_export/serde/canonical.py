"""canonicalize: two programs that compute the same, made in other ways or orders, are written alike."""

import copy
import dataclasses
import heapq

from torch._export.serde import schema
from torch._export.serde.union import _Union

__all__ = ["canonicalize"]

_INPUT_KINDS = ("token", "parameter", "buffer", "tensor_constant", "custom_obj", "user_input", "constant_input")
_NUMBERS = (schema.SymIntArgument, schema.SymFloatArgument, schema.SymBoolArgument)


def _parts(value):
    if isinstance(value, _Union):
        return [value.value]
    if dataclasses.is_dataclass(value):
        return [getattr(value, f.name) for f in dataclasses.fields(value)]
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()


def _names(value):
    """The names of values that something written refers to, in order. A graph that a call takes has names of its own."""
    if isinstance(value, (schema.TensorArgument, schema.CustomObjArgument)):
        yield value.name
    elif isinstance(value, _NUMBERS) and value.type == "as_name":
        yield value.value
    elif not isinstance(value, schema.GraphArgument):
        for part in _parts(value):
            yield from _names(part)


def _rename(value, names):
    """Replaces all names of values in something written; those that are not among names stay."""
    if isinstance(value, (schema.TensorArgument, schema.CustomObjArgument)):
        value.name = names.get(value.name, value.name)
    elif isinstance(value, _NUMBERS) and value.type == "as_name":
        value.__dict__["_value"] = names.get(value.value, value.value)
    elif not isinstance(value, schema.GraphArgument):
        for part in _parts(value):
            _rename(part, names)


def _ordered(nodes, ranks):
    """The nodes by their targets and operands, as far as each is behind what it reads; ranks gets what they give."""
    owner = {name: i for i, node in enumerate(nodes) for name in _names(node.outputs)}
    needs = [{owner[name] for name in _names(node.inputs) if name in owner} for node in nodes]
    readers = {}
    for i, needed in enumerate(needs):
        for k in needed:
            readers.setdefault(k, []).append(i)

    def key(i):
        return nodes[i].target, tuple(ranks[name] for name in _names(nodes[i].inputs) if name in ranks), i

    ready, order = [key(i) for i, needed in enumerate(needs) if not needed], []
    heapq.heapify(ready)
    while ready:
        i = heapq.heappop(ready)[-1]
        order.append(nodes[i])
        for name in _names(nodes[i].outputs):
            ranks[name] = len(ranks)
        for k in readers.get(i, ()):
            needs[k].discard(i)
            if not needs[k]:
                heapq.heappush(ready, key(k))
    return order


def _graph(graph, inputs, outputs):
    """Orders and names a graph in place; gives the new names by the old ones."""
    ranks = {}
    for name in _names(inputs):
        ranks.setdefault(name, len(ranks))
    nodes = _ordered(graph.nodes, ranks)
    names = {name: f"_{rank}" for name, rank in ranks.items()}
    bodies = 0
    for node in nodes:
        node.metadata = {}
        for given in node.inputs:
            if given.arg.type == "as_graph":
                inner = given.arg.value
                _graph(inner.graph, inner.graph.inputs, inner.graph.outputs)
                inner.name, bodies = f"_g{bodies}", bodies + 1
    for part in (inputs, outputs, nodes):
        _rename(part, names)
    graph.inputs, graph.outputs, graph.nodes = inputs, outputs, nodes
    for table in ("tensor_values", "sym_int_values", "sym_bool_values", "sym_float_values", "custom_obj_values"):
        setattr(graph, table, dict(sorted((names.get(name, name), value) for name, value in getattr(graph, table).items())))
    return names


def canonicalize(ep, constants=None):
    """A program whose nodes, values and what is told of them have an order and names that do not depend on how it was made; names among constants stay."""
    ep = copy.deepcopy(ep)
    ep.opset_version, ep.range_constraints = dict(sorted(ep.opset_version.items())), dict(sorted(ep.range_constraints.items()))
    ep.guards_code = sorted(ep.guards_code)
    module = ep.graph_module
    module.module_call_graph = sorted(module.module_call_graph, key=lambda entry: entry.fqn)
    signature, graph = module.signature, module.graph

    def place(i):
        spec = signature.input_specs[i]
        state = next((getattr(spec.value, key) for key in ("parameter_name", "buffer_name", "tensor_constant_name", "custom_obj_name") if hasattr(spec.value, key)), "")
        return _INPUT_KINDS.index(spec.type), state, i

    order = sorted(range(len(signature.input_specs)), key=place)
    signature.input_specs = [signature.input_specs[i] for i in order]
    names = _graph(graph, tuple(graph.inputs[i] for i in order), tuple(graph.outputs))
    _rename((signature, module.module_call_graph), names)
    for spec in signature.output_specs:
        if spec.type == "user_input_mutation":
            spec.value.user_input_name = names.get(spec.value.user_input_name, spec.value.user_input_name)
    return ep
