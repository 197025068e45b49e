"""Directed graphs of what depends on what."""


class DiGraph:
    """Nodes with attributes, and edges between them, each in the order of coming."""

    def __init__(self):
        self._node, self._succ, self._pred = {}, {}, {}

    def add_node(self, n, **kwargs):
        self._node.setdefault(n, {}).update(kwargs)
        self._succ.setdefault(n, {})
        self._pred.setdefault(n, {})

    def add_edge(self, u, v):
        self.add_node(u)
        self.add_node(v)
        self._succ[u][v] = self._pred[v][u] = True

    def successors(self, n):
        return self._neighbours(self._succ, n)

    def predecessors(self, n):
        return self._neighbours(self._pred, n)

    @staticmethod
    def _neighbours(side, n):
        if n not in side:
            raise ValueError(f"The node {n} is not in the digraph.")
        return iter(side[n])

    @property
    def edges(self):
        return ((u, v) for u, ends in self._succ.items() for v in ends)

    @property
    def nodes(self):
        return self._node

    def __iter__(self):
        return iter(self._node)

    def __contains__(self, n):
        try:
            return n in self._node
        except TypeError:
            return False

    def forward_transitive_closure(self, src):
        return self._closure(src, self.successors)

    def backward_transitive_closure(self, src):
        return self._closure(src, self.predecessors)

    @staticmethod
    def _closure(src, step):
        """What is reached from the nodes of a sequence, these included."""
        reached, left = set(src), list(src)
        for n in left:
            new = [m for m in step(n) if m not in reached]
            reached.update(new)
            left.extend(new)
        return reached

    def all_paths(self, src, dst):
        """The graph of all paths from one node to another, as DOT; where there is none, an empty graph."""
        reachable, paths = self.forward_transitive_closure(src), DiGraph()
        if dst not in reachable:
            return paths
        left = list(dst)
        for n in left:
            for m in self.predecessors(n):
                if m in reachable:
                    paths.add_edge(m, n)
                    left.append(m)
        return paths.to_dot()

    def first_path(self, dst):
        """How a node came in: from each node back to the earliest that led to it."""
        order = {n: at for at, n in enumerate(self._node)}
        path = [dst]
        while earlier := self._pred[path[-1]]:
            path.append(min(earlier, key=order.__getitem__))
        return path[::-1]

    def to_dot(self):
        lines = ["digraph G {", "rankdir = LR;", "node [shape=box];", "\n".join(f'"{u}" -> "{v}";' for u, v in self.edges), "}"]
        return "\n".join(lines) + "\n"
