"""Names of constants of a module, by the constant."""

import collections.abc

import torch
from torch.export.graph_signature import ConstantArgument, CustomObjArgument, InputKind, InputSpec, TensorArgument

__all__ = ["ConstantAttrMap", "lift_constants_pass"]


class ConstantAttrMap(collections.abc.MutableMapping):
    """A mapping from tensors, by identity, and other objects, by value, to the names of attributes that hold them."""

    def __init__(self):
        self._names, self._keys = {}, {}

    def _place(self, key):
        return id(key) if isinstance(key, torch.Tensor) else hash(key)

    def __getitem__(self, key):
        return self._names[self._place(key)]

    def __setitem__(self, key, value):
        raise NotImplementedError("Directly setting values for ConstantAttrMap is not supported, please use add(key, value) instead.\nThe same key can be mapped to multiple values, for handling constant aliasing.")

    def add(self, key, value):
        if not isinstance(key, (torch.Tensor, torch.ScriptObject)):
            raise TypeError(f"Expected key to be a tensor or ScriptObject, got {type(key)}")
        self._keys[self._place(key)] = key
        self._names.setdefault(self._place(key), []).append(value)

    def __delitem__(self, key):
        del self._names[self._place(key)], self._keys[self._place(key)]

    def __iter__(self):
        return iter(self._keys.values())

    def __len__(self):
        return len(self._keys)

    def __contains__(self, key):
        return self._place(key) in self._keys


def lift_constants_pass(gm, graph_signature, constant_attrs):
    """Makes inputs of the constants that a graph reads, in front of what the user gives, and says so in the signature. Gives the constants by their names."""
    lifted, places, first = {}, {}, next((n for n in gm.graph.nodes if n.name in _user_inputs(graph_signature)), None)
    if first is None:
        first = next(n for n in gm.graph.nodes if n.op not in ("placeholder", "get_attr"))
    at = next((i for i, spec in enumerate(graph_signature.input_specs) if spec.kind is InputKind.USER_INPUT), len(graph_signature.input_specs))
    for node in list(gm.graph.nodes):
        value = _attribute(gm, node.target) if node.op == "get_attr" else None
        if not isinstance(value, (torch.Tensor, torch.ScriptObject)):
            continue
        name = constant_attrs[value][0] if value in constant_attrs else _fresh(value, node.target, lifted)
        if name not in places:
            with gm.graph.inserting_before(first):
                places[name] = place = gm.graph.placeholder(name.replace(".", "_"))
            place.target = place.name
            place.meta.update(node.meta)
            lifted[name] = value
            graph_signature.input_specs.insert(at, _spec(place, name, value))
            at += 1
        node.replace_all_uses_with(places[name])
        gm.graph.erase_node(node)
    return lifted


def _user_inputs(signature):
    return {spec.arg.name for spec in signature.input_specs if spec.kind is InputKind.USER_INPUT and not isinstance(spec.arg, ConstantArgument)}


def _attribute(gm, target):
    value = gm
    for part in target.split("."):
        value = getattr(value, part)
    return value


def _fresh(value, target, taken):
    """A name for a constant that no attribute of the program has."""
    stem = "lifted_tensor_" if isinstance(value, torch.Tensor) else "lifted_custom_"
    path, _, _ = target.rpartition(".")
    number = sum(name.rpartition(".")[2].startswith(stem) for name in taken)
    return f"{path}.{stem}{number}" if path else f"{stem}{number}"


def _spec(place, name, value):
    if isinstance(value, torch.Tensor):
        return InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(place.name), name)
    return InputSpec(InputKind.CUSTOM_OBJ, CustomObjArgument(place.name, value._type().qualified_name()), name)
