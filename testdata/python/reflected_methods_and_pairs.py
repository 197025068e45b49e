"""A reflected method is asked once before a sequence concatenates; ordered dicts have words of their own for what is no pair."""
import collections

log = []


class Refuses(collections.UserDict):
    def __radd__(self, other):
        log.append("radd")
        return NotImplemented

    def __rmul__(self, other):
        log.append("rmul")
        return NotImplemented


for left in ((1,), [1], "a", b"a", 1):
    log.clear()
    try:
        left + Refuses()
    except TypeError as e:
        print(e, log)
    log.clear()
    try:
        left * Refuses()
    except TypeError as e:
        print(e, log)

for make in (dict, collections.OrderedDict):
    for pairs in ([3], "ab", ["abc"], [[]], [[1]], 5, [None]):
        try:
            make(pairs)
        except (TypeError, ValueError) as e:
            print(make.__name__, pairs, type(e).__name__, e)
