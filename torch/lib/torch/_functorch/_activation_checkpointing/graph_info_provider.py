"""The graph that results are chosen from, and the graphs of the results alone."""

from torch.fx.graph import Graph

_NX, _ONLY = "full_nx_joint_graph", "recomputable_node_only_graph"
_CONTEXT, _FX = "recomputable_node_only_graph_with_larger_graph_context", "fx_joint_graph"


class DiGraph:
    """A directed graph of names."""

    def __init__(self, nodes, edges):
        self._before = {node: [] for node in nodes}
        self._behind = {node: [] for node in nodes}
        for a, b in edges:
            if a in self._before and b in self._before and a not in self._before[b]:
                self._before[b].append(a)
                self._behind[a].append(b)

    nodes = property(lambda self: list(self._before))
    edges = property(lambda self: [(a, b) for a, behind in self._behind.items() for b in behind])

    def predecessors(self, node):
        return iter(self._before[node])

    def successors(self, node):
        return iter(self._behind[node])

    def has_edge(self, a, b):
        return b in self._behind.get(a, ())

    def __contains__(self, node):
        return node in self._before

    def __len__(self):
        return len(self._before)

    def __iter__(self):
        return iter(self._before)

    def topological_order(self):
        waiting = {node: len(before) for node, before in self._before.items()}
        ready, order = [node for node, n in waiting.items() if n == 0], []
        for node in ready:
            order.append(node)
            for behind in self._behind[node]:
                waiting[behind] -= 1
                if waiting[behind] == 0:
                    ready.append(behind)
        return order

    def __str__(self):
        return f"DiGraph with {len(self)} nodes and {len(self.edges)} edges"


class GraphInfoProvider:
    """Knows the nodes of a joint graph, and memory and time of those that may be kept."""

    def __init__(self, graph_nodes_in_order, graph_edges, all_recomputable_banned_nodes, all_node_runtimes=None, all_node_memories=None,
                 recorded_knapsack_input_memories=None, recorded_knapsack_input_runtimes=None):
        self.graph_nodes_in_order, self.graph_edges = graph_nodes_in_order, graph_edges
        candidates = all_recomputable_banned_nodes
        self.all_node_runtimes = all_node_runtimes or dict(zip(candidates, recorded_knapsack_input_runtimes or [1.0] * len(candidates)))
        self.all_node_memories = all_node_memories or dict(zip(candidates, recorded_knapsack_input_memories or [1.0] * len(candidates)))
        self.all_recomputable_banned_nodes = candidates
        self.all_recomputable_banned_nodes_set = set(candidates)
        self.recorded_knapsack_input_memories, self.recorded_knapsack_input_runtimes = recorded_knapsack_input_memories, recorded_knapsack_input_runtimes
        self._lazily_initialized_graphs = {_ONLY: None, _CONTEXT: None, _NX: None, _FX: None}

    @classmethod
    def inialize_from_graph(cls, joint_graph, all_recomputable_banned_nodes, recorded_knapsack_input_memories, recorded_knapsack_input_runtimes):
        return cls(
            graph_nodes_in_order=[node.name for node in joint_graph.nodes],
            graph_edges=[(source.name, node.name) for node in joint_graph.nodes for source in node.all_input_nodes],
            all_recomputable_banned_nodes=[node.name for node in all_recomputable_banned_nodes],
            recorded_knapsack_input_memories=recorded_knapsack_input_memories, recorded_knapsack_input_runtimes=recorded_knapsack_input_runtimes)

    def _made(self, name, make):
        if self._lazily_initialized_graphs[name] is None:
            self._lazily_initialized_graphs[name] = make()
        return self._lazily_initialized_graphs[name]

    recomputable_node_only_graph = property(lambda self: self._made(_ONLY, self._create_recomputable_node_only_graph))
    recomputable_node_only_graph_with_larger_graph_context = property(
        lambda self: self._made(_CONTEXT, self._create_recomputable_node_only_graph_with_larger_graph_context))
    full_joint_nx_graph = property(lambda self: self._made(_NX, self._create_full_joint_graph))
    simplified_fx_joint_graph = property(lambda self: self._made(_FX, self._recreate_psuedo_joint_graph))

    def get_non_ac_peak_memory(self):
        return sum(self.all_node_memories[node] for node in self.all_recomputable_banned_nodes_set)

    def get_theoretical_max_runtime(self):
        return sum(self.all_node_runtimes[node] for node in self.all_recomputable_banned_nodes_set)

    def _of_candidates(self, recorded, of_nodes):
        return recorded if recorded is not None else [of_nodes[node] for node in self.all_recomputable_banned_nodes]

    def get_knapsack_memory_input(self):
        return self._of_candidates(self.recorded_knapsack_input_memories, self.all_node_memories)

    def get_knapsack_runtime_input(self):
        return self._of_candidates(self.recorded_knapsack_input_runtimes, self.all_node_runtimes)

    def _create_recomputable_node_only_graph(self):
        return DiGraph(self.all_recomputable_banned_nodes, self.graph_edges)

    def _create_recomputable_node_only_graph_with_larger_graph_context(self):
        """A candidate leads to another where a path without candidates between does."""
        candidates, whole = self.all_recomputable_banned_nodes_set, DiGraph(self.graph_nodes_in_order, self.graph_edges)
        edges = []
        for start in self.all_recomputable_banned_nodes:
            waiting, seen = list(whole.successors(start)), set()
            while waiting:
                node = waiting.pop()
                if node in candidates:
                    edges.append((start, node))
                elif node not in seen:
                    seen.add(node)
                    waiting.extend(whole.successors(node))
        return DiGraph(self.all_recomputable_banned_nodes, edges)

    def _create_full_joint_graph(self):
        return DiGraph([node for node in self.graph_nodes_in_order if node != "output"], self.graph_edges)

    def _recreate_psuedo_joint_graph(self):
        """A graph of the same nodes that computes nothing."""
        sources = {name: [] for name in self.graph_nodes_in_order}
        for a, b in self.graph_edges:
            sources[b].append(a)
        graph, nodes = Graph(), {}

        def give(*args):
            return args

        give.__name__ = give.__qualname__ = "node"
        for name in self.graph_nodes_in_order:
            if not sources[name]:
                nodes[name] = graph.placeholder(name)
                continue
            nodes[name] = graph.create_node("call_function", give, tuple(nodes[source] for source in sources[name]), name=name)
        return graph
