"""Priority queues in lists: heap[0] is the smallest item, and each heap[k] is not
larger than heap[2*k+1] and heap[2*k+2]."""

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]


def heappush(heap, item):
    heap.append(item)
    _up(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    _down(heap, 0)
    return smallest


def heapreplace(heap, item):
    """Pop the smallest item, then push item."""
    smallest = heap[0]
    heap[0] = item
    _down(heap, 0)
    return smallest


def heappushpop(heap, item):
    """Push item, then pop the smallest."""
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item


def heapify(x):
    """Make a heap of a list, in place."""
    for i in reversed(range(len(x) // 2)):
        _down(x, i)


def _up(heap, start, pos):
    item = heap[pos]
    while pos > start:
        parent = (pos - 1) >> 1
        if not item < heap[parent]:
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item


def _down(heap, pos):
    # Move the smaller child up all the way to a leaf, then let the item rise: an
    # item from the end mostly belongs near the leaves.
    end, start, item = len(heap), pos, heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    _up(heap, start, pos)


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
