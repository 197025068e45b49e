"""A comparison of keys that changes the dict which is being searched."""
from functools import lru_cache


@lru_cache(maxsize=10)
def cached(x):
    return x


class Reentrant:
    def __init__(self, x):
        self.x = x

    def __hash__(self):
        return self.x

    def __eq__(self, other):
        if self.x == 2:
            cached(Reentrant(1))
        return self.x == other.x


cached(Reentrant(1))
cached(Reentrant(2))
print(cached(Reentrant(2)) == Reentrant(2))


class Meddling:
    """Its comparison does something to a dict, the first so many times."""

    times = 0

    def __init__(self, action):
        self.action = action

    def __hash__(self):
        return 5

    def __eq__(self, other):
        if Meddling.times:
            Meddling.times -= 1
            self.action(other)
        return self is other


for size in (1, 30):
    for name in ("remove", "clear", "grow", "replace"):
        d = dict.fromkeys(range(100, 100 + size))
        actions = {
            "remove": lambda o: d.pop(next(iter(d))),
            "clear": lambda o: d.clear(),
            "grow": lambda o: d.update(dict.fromkeys(range(1000, 1100))),
            "replace": lambda o: d.update({100: d.pop(100, None)}),
        }
        keys = [Meddling(actions[name]) for _ in range(3)]
        for k in keys:
            d[k] = name
        Meddling.times = 3
        before = len(d)
        print(size, name, keys[2] in d, len(d) - before, Meddling(None) in d)
