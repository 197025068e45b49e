"""Orders in which what depends on something comes behind it."""

from types import GenericAlias

__all__ = ["TopologicalSorter", "CycleError"]


class CycleError(ValueError):
    """The graph has a cycle, which is the second of the arguments."""


class _Node:
    __slots__ = "node", "waits_for", "successors"
    OUT, DONE = -1, -2

    def __init__(self, node):
        self.node = node
        self.waits_for = 0  # predecessors that are not done
        self.successors = []


class TopologicalSorter:
    """Gives out the nodes of a graph, each when those before it are done."""

    def __init__(self, graph=None):
        self._nodes = {}
        self._ready = None
        self._given = 0
        self._finished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _info(self, node):
        info = self._nodes.get(node)
        if info is None:
            info = self._nodes[node] = _Node(node)
        return info

    def add(self, node, *predecessors):
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        info = self._info(node)
        info.waits_for += len(predecessors)
        for predecessor in predecessors:
            self._info(predecessor).successors.append(node)

    def prepare(self):
        if self._ready is not None:
            if self._given > 0:
                raise ValueError("cannot prepare() after starting sort")
        self._ready = [info.node for info in self._nodes.values() if info.waits_for == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        result = tuple(self._ready)
        for node in result:
            self._nodes[node].waits_for = _Node.OUT
        self._ready.clear()
        self._given += len(result)
        return result

    def is_active(self):
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return self._finished < self._given or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            info = self._nodes.get(node)
            if info is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if info.waits_for != _Node.OUT:
                if info.waits_for >= 0:
                    raise ValueError(f"node {node!r} was not passed out (still not ready)")
                raise ValueError(f"node {node!r} was already marked done")
            info.waits_for = _Node.DONE
            for successor in info.successors:
                after = self._nodes[successor]
                after.waits_for -= 1
                if after.waits_for == 0:
                    self._ready.append(successor)
            self._finished += 1

    def _find_cycle(self):
        """Walk the graph depth first; a node met again on the way there closes a cycle."""
        seen = set()
        for start in self._nodes:
            if start in seen:
                continue
            path, place, stack = [start], {start: 0}, [iter(self._nodes[start].successors)]
            seen.add(start)
            while stack:
                for node in stack[-1]:
                    if node in place:
                        return path[place[node]:] + [node]
                    if node not in seen:
                        seen.add(node)
                        place[node] = len(path)
                        path.append(node)
                        stack.append(iter(self._nodes[node].successors))
                        break
                else:
                    stack.pop()
                    del place[path.pop()]
        return None

    def static_order(self):
        self.prepare()
        while self.is_active():
            ready = self.get_ready()
            yield from ready
            self.done(*ready)

    __class_getitem__ = classmethod(GenericAlias)
