"""Sorting of graphs so that what others depend on comes first."""

__all__ = ["TopologicalSorter", "CycleError"]

_OUT, _DONE = -1, -2  # what stands for the number of missing predecessors of nodes that were given out and that are done


class CycleError(ValueError):
    """The graph goes round: the second argument is the list of nodes of one way, the first and last of which are the same."""


class _Node:
    __slots__ = "node", "missing", "successors"

    def __init__(self, node):
        self.node, self.missing, self.successors = node, 0, []


class TopologicalSorter:
    """Gives the nodes of a graph in an order in which each comes behind its predecessors."""

    def __init__(self, graph=None):
        self._nodes, self._ready = {}, None
        self._given = self._finished = 0
        for node, predecessors in (graph or {}).items():
            self.add(node, *predecessors)

    def _of(self, node):
        if node not in self._nodes:
            self._nodes[node] = _Node(node)
        return self._nodes[node]

    def add(self, node, *predecessors):
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        info = self._of(node)
        info.missing += len(predecessors)
        for predecessor in predecessors:
            self._of(predecessor).successors.append(node)

    def prepare(self):
        """Close the graph; it may be called again until the first node was given out."""
        if self._given > 0:
            raise ValueError("cannot prepare() after starting sort")
        self._ready = [info.node for info in self._nodes.values() if info.missing == 0]
        cycle = self._cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        """The nodes that nothing stands in the way of any more, each once."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        given = tuple(self._ready)
        for node in given:
            self._nodes[node].missing = _OUT
        self._ready.clear()
        self._given += len(given)
        return given

    def is_active(self):
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return self._finished < self._given or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """Say of nodes that were given out that their successors need wait for them no more."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            info = self._nodes.get(node)
            if info is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if info.missing >= 0:
                raise ValueError(f"node {node!r} was not passed out (still not ready)")
            if info.missing == _DONE:
                raise ValueError(f"node {node!r} was already marked done")
            info.missing = _DONE
            self._finished += 1
            for successor in info.successors:
                waiting = self._nodes[successor]
                waiting.missing -= 1
                if waiting.missing == 0:
                    self._ready.append(successor)

    def _cycle(self):
        """The nodes of a way from one back to itself, depth first; None if there is none."""
        seen = set()
        for start in self._nodes:
            if start in seen:
                continue
            way, places, pending = [start], {start: 0}, [iter(self._nodes[start].successors)]
            seen.add(start)
            while pending:
                node = next(pending[-1], self)
                if node is self:
                    pending.pop()
                    del places[way.pop()]
                elif node in places:
                    return way[places[node]:] + [node]
                elif node not in seen:
                    seen.add(node)
                    places[node] = len(way)
                    way.append(node)
                    pending.append(iter(self._nodes[node].successors))
        return None

    def static_order(self):
        """All nodes in an order that fits."""
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)
