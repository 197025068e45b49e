"""Graphs of models with observers, and converted ones."""

from torch.fx import GraphModule

__all__ = ["FusedGraphModule", "ObservedGraphModule", "ObservedStandaloneGraphModule"]

_ATTRIBUTES = "_observed_graph_module_attrs"


def _is_observed_module(module):
    return hasattr(module, "meta") and _ATTRIBUTES in module.meta


def _get_observed_graph_module_attr(model, attr_name):
    return getattr(model.meta[_ATTRIBUTES], attr_name) if _is_observed_module(model) else None


class _Kept(GraphModule):
    """A graph with attributes of the model that it was made from."""

    def __init__(self, root, graph, preserved_attr_names):
        kept = {name: getattr(root, name) for name in preserved_attr_names if hasattr(root, name)}
        super().__init__(root, graph)
        for name, value in kept.items():
            setattr(self, name, value)


class FusedGraphModule(_Kept):
    pass


class ObservedGraphModule(_Kept):
    pass


class ObservedStandaloneGraphModule(ObservedGraphModule):
    pass


class QuantizedGraphModule(_Kept):
    pass


def _save_packed_weight(model, destination, prefix, keep_vars):
    """Packed weights are part of the state."""
    destination.update((prefix + name, getattr(model, name)) for name in dir(model) if "_packed_weight" in name)


def _load_packed_weight(model, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
    for name in [name for name in state_dict if name.startswith("_packed_weight")]:
        setattr(model, name, state_dict.pop(name))
