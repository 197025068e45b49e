"""Running passes over a graph, each with a name."""

__all__ = ["GraphTransformObserver"]


class GraphTransformObserver:
    """Runs a pass that has a name. Pictures of what it changes need pydot."""

    __pass_count = 0

    def __init__(self, gm, passname, subsystem=None, log_url=None):
        if log_url is not None:
            raise RuntimeError("FXGraphDrawer requires the pydot package to be installed. Please install pydot through your favorite Python package manager.")
        self.gm, self.passname, self.subsystem, self.log_url, self.active = gm, passname, subsystem, log_url, False
        GraphTransformObserver.__pass_count += 1

    @classmethod
    def get_current_pass_count(cls):
        return cls.__pass_count

    def apply_gm_pass(self, pass_fn):
        """Calls a pass with the module."""
        with self:
            return pass_fn(self.gm)

    def apply_graph_pass(self, pass_fn):
        """Calls a pass with the graph."""
        with self:
            return pass_fn(self.gm.graph)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None
