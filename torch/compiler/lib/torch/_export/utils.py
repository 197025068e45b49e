"""Questions about the inputs of exported programs."""

import torch
from torch.utils import _pytree as pytree

__all__ = [
    "get_buffer", "get_lifted_tensor_constant", "get_param", "is_buffer", "is_lifted_tensor_constant", "is_param", "nodes_count", "nodes_filter", "nodes_first", "nodes_map",
    "register_dataclass_as_pytree_node",
]


def is_param(program, node):
    """Whether a node is a parameter of the program."""
    return node.name in program.graph_signature.inputs_to_parameters


def get_param(program, node):
    """The parameter that a node is, None for other nodes."""
    return program.state_dict[program.graph_signature.inputs_to_parameters[node.name]] if is_param(program, node) else None


def is_buffer(program, node):
    """Whether a node is a buffer of the program."""
    return node.name in program.graph_signature.inputs_to_buffers


def get_buffer(program, node):
    """The buffer that a node is, None for other nodes."""
    if not is_buffer(program, node):
        return None
    name = program.graph_signature.inputs_to_buffers[node.name]
    return program.constants[name] if name in program.graph_signature.non_persistent_buffers else program.state_dict[name]


def is_lifted_tensor_constant(program, node):
    """Whether a node is a constant that became an input."""
    return node.name in program.graph_signature.inputs_to_lifted_tensor_constants


def get_lifted_tensor_constant(program, node):
    """The constant that a node is, None for other nodes."""
    return program.constants[program.graph_signature.inputs_to_lifted_tensor_constants[node.name]] if is_lifted_tensor_constant(program, node) else None


def nodes_filter(nodes, node_call_back):
    """The nodes for which a function is true."""
    return [node for node in nodes if node_call_back(node)]


def nodes_first(nodes, node_call_back=None):
    """The first of these, None if there is none."""
    found = nodes_filter(nodes, node_call_back or (lambda node: True))
    return found[0] if found else None


def nodes_count(nodes, node_call_back):
    """How many they are."""
    return len(nodes_filter(nodes, node_call_back))


def nodes_map(nodes, node_call_back):
    """Calls a function with each node."""
    for node in nodes:
        node_call_back(node)
    return nodes


def register_dataclass_as_pytree_node(cls, flatten_fn=None, unflatten_fn=None, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None, return_none_fields=False):
    """Lets a dataclass be an argument or result; fields that are None are left out unless asked for."""
    import dataclasses

    if not dataclasses.is_dataclass(cls):
        raise AssertionError(f"Only dataclasses can be registered with this function: {cls}")

    def flatten(obj):
        names = [f.name for f in dataclasses.fields(cls)]
        kept = [n for n in names if return_none_fields or getattr(obj, n) is not None]
        return [getattr(obj, n) for n in kept], [kept, [n for n in names if n not in kept]]

    def unflatten(values, context):
        kept, absent = context
        return cls(**dict(zip(kept, values)), **dict.fromkeys(absent))

    def with_keys(obj):
        values, context = flatten(obj)
        return [(pytree.MappingKey(n), v) for n, v in zip(context[0], values)], context

    pytree.register_pytree_node(
        cls, flatten_fn or flatten, unflatten_fn or unflatten, serialized_type_name=serialized_type_name, to_dumpable_context=to_dumpable_context,
        from_dumpable_context=from_dumpable_context, flatten_with_keys_fn=None if flatten_fn else with_keys,
    )


def get_keystr(key_path):
    """Where a leaf of the arguments is, as errors write it."""
    if key_path[0].idx == 0:
        return f"*args{pytree.keystr(key_path[1:])}"
    return f"{str(key_path[1])[1:-1]}{pytree.keystr(key_path[2:])}"


def _check_input_constraints_for_graph(input_placeholders, flat_args_with_path, range_constraints):
    """Refuses arguments that differ from those which a graph was made for, but for the sizes that it leaves open."""
    if len(flat_args_with_path) != len(input_placeholders):
        raise RuntimeError(f"Unexpected number of inputs (expected {len(input_placeholders)}, got {len(flat_args_with_path)})")
    sizes = _Sizes({str(symbol): bounds for symbol, bounds in range_constraints.items()})
    for (path, given), node in zip(flat_args_with_path, input_placeholders):
        value, place = node.meta.get("val"), get_keystr(path)
        if isinstance(value, torch.Tensor):
            _check_tensor(place, given, value, sizes)
        elif isinstance(value, torch.SymInt):
            sizes.check(place, value, given)
        elif isinstance(value, (int, float, str, bool)) and (type(given) is not type(value) or given != value and given == given):
            raise RuntimeError(f"Expected input at {place} to be equal to {value}, but got {given}")


def _check_tensor(place, given, value, sizes):
    if not isinstance(given, torch.Tensor):
        raise RuntimeError(f"Expected input at {place} to be a tensor, but got {type(given)}")
    if given.dim() != value.dim():
        raise RuntimeError(f"Unexpected number of dimensions in input at {place}.shape (expected {value.shape}, got {given.shape})")
    for d, (size, expected) in enumerate(zip(given.shape, value.shape)):
        if isinstance(expected, torch.SymInt):
            sizes.check(f"{place}.shape[{d}]", expected, size)
        elif size != expected:
            raise RuntimeError(
                f"Expected input at {place}.shape[{d}] to be equal to {expected}, but got {size}. If you meant for this dimension to be dynamic, please re-export and specify "
                "dynamic_shapes (e.g. with Dim.DYNAMIC)"
            )


class _Sizes:
    """The values of symbols as the sizes of arguments have them, and their ranges."""

    def __init__(self, ranges):
        self.ranges, self.known = ranges, {}

    def check(self, place, expected, given):
        text = str(expected)
        code = compile(text, "<size>", "eval")
        unknown = [name for name in code.co_names if name not in self.known]
        if not unknown:
            if (wanted := eval(code, dict(self.known))) != given:
                raise RuntimeError(f"Expected input at {place} to be equal to {wanted}, but got {given}")
        elif len(unknown) == 1 and "//" not in text and "%" not in text:
            offset, step = (eval(code, {**self.known, unknown[0]: n}) for n in (0, 1))
            step -= offset
            if (given - offset) % step:
                raise RuntimeError(f"Expected input {place} = {given} to be of the form {text}, where {unknown[0]} is an integer")
            self.known[unknown[0]] = (given - offset) // step
        bounds = self.ranges.get(text)
        if bounds is None:
            return
        if bounds.lower > 2 and given < bounds.lower:
            raise RuntimeError(f"Expected input at {place} to be >= {bounds.lower}, but got {given}")
        if bounds.upper is not None and given > bounds.upper:
            raise RuntimeError(f"Expected input at {place} to be <= {bounds.upper}, but got {given}")


def sequential_split(gm, node_call_back):
    """A module whose submodules are the stretches of a graph; a new one begins where node_call_back says so."""
    from torch.fx.passes.split_module import split_module

    number, numbers = 0, {}
    for node in gm.graph.nodes:
        if node.op not in ("placeholder", "output", "get_attr"):
            number += bool(node_call_back(node))
            numbers[node] = number
    split = split_module(gm, gm, numbers.__getitem__, keep_original_order=True, keep_original_node_name=True)
    split.graph._codegen = gm.graph._codegen
    split.recompile()
    return split


def node_replace_(old_node, new_node):
    """Put a node in the place of another one, which goes."""
    old_node.replace_all_uses_with(new_node)
    old_node.users.clear()
    old_node.graph.erase_node(old_node)


def node_inline_(call_mod_node):
    """Put the nodes of a submodule in the place of its call."""
    graph, owner = call_mod_node.graph, call_mod_node.graph.owning_module
    sub = owner.get_submodule(call_mod_node.target)
    given, values = iter(call_mod_node.args), {}
    with graph.inserting_before(call_mod_node):
        for node in sub.graph.nodes:
            if node.op == "placeholder":
                values[node] = next(given)
            elif node.op == "output":
                result = torch.fx.node.map_arg(node.args[0], values.__getitem__)
            else:
                values[node] = graph.node_copy(node, values.__getitem__)
    if isinstance(result, torch.fx.Node):
        call_mod_node.replace_all_uses_with(result)
    else:
        for item in list(call_mod_node.users):
            item.replace_all_uses_with(result[item.args[1]])
            graph.erase_node(item)
    graph.erase_node(call_mod_node)
    for node in list(graph.nodes):
        if node.op == "output" and len(node.args) == 1 and isinstance(node.args[0], torch.fx.Node):
            node.args = ((node.args[0],),)
    owner.delete_submodule(call_mod_node.target)
    owner.recompile()
    return owner
