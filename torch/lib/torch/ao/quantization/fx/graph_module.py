"""Graphs of models with observers, and converted ones."""

from torch.fx import GraphModule

__all__ = ["FusedGraphModule", "ObservedGraphModule", "ObservedStandaloneGraphModule"]

_ATTRIBUTES = "_observed_graph_module_attrs"


def _is_observed_module(module):
    return hasattr(module, "meta") and _ATTRIBUTES in module.meta


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
