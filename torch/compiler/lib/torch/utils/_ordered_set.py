"""A set that keeps the order of insertion."""

from collections.abc import MutableSet


class OrderedSet(MutableSet):
    def __init__(self, iterable=None):
        self._dict = dict.fromkeys(iterable or ())

    def __contains__(self, elem):
        return elem in self._dict

    def __iter__(self):
        return iter(self._dict)

    def __len__(self):
        return len(self._dict)

    def __reversed__(self):
        return reversed(self._dict)

    def add(self, elem):
        self._dict[elem] = None

    def discard(self, elem):
        self._dict.pop(elem, None)

    def clear(self):
        self._dict.clear()

    def copy(self):
        return OrderedSet(self)

    def pop(self):
        if not self:
            raise KeyError("pop from an empty set")
        return self._dict.popitem()[0]

    def update(self, *others):
        for other in others:
            for elem in other:
                self.add(elem)

    def union(self, *others):
        out = self.copy()
        out.update(*others)
        return out

    def intersection(self, *others):
        return OrderedSet(e for e in self if all(e in other for other in others))

    def difference(self, *others):
        return OrderedSet(e for e in self if not any(e in other for other in others))

    def symmetric_difference(self, other):
        return self.difference(other) | OrderedSet(e for e in other if e not in self)

    def issubset(self, other):
        return all(e in other for e in self)

    def issuperset(self, other):
        return all(e in self for e in other)

    def __repr__(self):
        return f"OrderedSet([{', '.join(map(repr, self))}])"
