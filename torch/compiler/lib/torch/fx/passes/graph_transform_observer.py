"""Running passes over a graph, each with a name."""

from torch.fx.traceback import NodeSource, NodeSourceAction

__all__ = ["GraphTransformObserver"]


class GraphTransformObserver:
    """Runs a pass that has a name, and notes of the nodes that it makes which ones they stand for, where settings ask for that. Pictures of what it changes need pydot."""

    __pass_count = 0

    def __init__(self, gm, passname, subsystem=None, log_url=None):
        from torch._inductor import config

        if log_url is not None:
            raise RuntimeError("FXGraphDrawer requires the pydot package to be installed. Please install pydot through your favorite Python package manager.")
        self.gm, self.passname, self.subsystem, self.log_url = gm, passname, subsystem, log_url
        self.active = config.trace.provenance_tracking_level == 1
        if self.active:
            self.created_nodes, self.erased_nodes = set(), set()
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

    def _on_create(self, node):
        self.created_nodes.add(node.name)

    def _on_erase(self, node):
        self.erased_nodes.add(node.name)

    def _on_replace(self, old, new, user):
        node = next((n for n in old.graph.nodes if n.name == new), None)
        if node is None:
            return
        actions = [NodeSourceAction.REPLACE, NodeSourceAction.CREATE] if new in self.created_nodes else [NodeSourceAction.REPLACE]
        source, sources = NodeSource(old, self.passname, actions), node.meta.get("from_node", [])
        if source not in sources:
            node.meta["from_node"] = [*sources, source]

    def _on_copy(self, gm):
        self._watched.append(gm)

    def _release(self, gm):
        gm._unregister_create_node_hook(self._on_create)
        gm._unregister_erase_node_hook(self._on_erase)
        gm._unregister_replace_node_hook(self._on_replace)
        gm._unregister_deepcopy_hook(self._on_copy)

    def __enter__(self):
        if self.active:
            self._watched = [self.gm]  # and its copies
            self.gm._register_create_node_hook(self._on_create)
            self.gm._register_erase_node_hook(self._on_erase)
            self.gm._register_replace_node_hook(self._on_replace)
            self.gm._register_deepcopy_hook(self._on_copy)
        return self

    def __exit__(self, *exc):
        if not self.active:
            return
        for gm in self._watched:
            self._release(gm)
            for node in gm.graph.nodes:
                if node.name in self.created_nodes and "from_node" not in node.meta:  # it stands for nothing that was there before
                    node.meta["from_node"] = [NodeSource(None, self.passname, NodeSourceAction.CREATE)]
