"""Pictures of graphs, which the package pydot draws where it is installed."""

__all__ = ["FxGraphDrawer"]

HAS_PYDOT = False
pydot = None


class FxGraphDrawer:
    """The picture of a graph; refused, since pydot is a library for Python alone."""

    def __init__(self, graph_module, name, ignore_getattr=False, ignore_parameters_and_buffers=False, skip_node_names_in_args=True, parse_stack_trace=False, dot_graph_shape=None, normalize_args=False):
        raise RuntimeError("FXGraphDrawer requires the pydot package to be installed. Please install pydot through your favorite Python package manager.")
