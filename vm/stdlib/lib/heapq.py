"""Priority queues in lists: heap[0] is the smallest item, and each heap[k] is not
larger than heap[2*k+1] and heap[2*k+2]."""

from _heapq import (
    heapify, heapify_max, heappop, heappop_max, heappush, heappush_max, heappushpop, heappushpop_max, heapreplace, heapreplace_max,
)

__all__ = [
    "heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop",
    "heappush_max", "heappop_max", "heapify_max", "heapreplace_max", "heappushpop_max",
]


def merge(*iterables, key=None, reverse=False):
    """Merge sorted iterables into one sorted iterator."""
    sources = []
    for order, iterable in enumerate(iterables):
        it = iter(iterable)
        for first in it:
            sources.append([first if key is None else key(first), order, first, it])
            break
    while sources:
        best = sources[0]
        for source in sources[1:]:
            if best[0] < source[0] if reverse else source[0] < best[0]:
                best = source
        yield best[2]
        for value in best[3]:
            best[0], best[2] = value if key is None else key(value), value
            break
        else:
            sources.remove(best)


def nsmallest(n, iterable, key=None):
    """Return the n smallest items, sorted."""
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    """Return the n largest items, the largest first."""
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
