"""Taking and putting at both ends of a dict, for long and in any mixture."""
import random
from collections import OrderedDict
from functools import lru_cache

stack = dict.fromkeys(range(10))
for i in range(10, 5000):
    stack[i] = i
    assert stack.popitem() == (i, i)
print(list(stack), -1 in stack)

queue = dict.fromkeys(range(100000))
total = 0
while queue:
    first = next(iter(queue))
    del queue[first]
    total += first
print(total)

cache = OrderedDict.fromkeys(range(1000))
for i in range(1000, 100000):
    cache[i] = None
    cache.popitem(last=False)
print(len(cache), next(iter(cache)), next(reversed(cache)))

for i in range(99000, 100000):
    cache.move_to_end(i, last=False)
print(list(cache)[:3], list(cache)[-3:])
try:
    cache.move_to_end("none", last=False)
except KeyError as e:
    print(repr(e))


def check(d, model):
    assert list(d.items()) == model and len(d) == len(model), (d, model)
    assert list(reversed(d)) == [k for k, _ in reversed(model)]
    assert all(d[k] == v for k, v in model) and "missing" not in d


rng = random.Random(7)
for key in (int, str, lambda i: (i, i)):
    d, model = OrderedDict(), []
    for step in range(6000):
        action = rng.randrange(3, 8)
        if not model or rng.random() < (0.7 if step // 500 % 2 == 0 else 0.1):
            d[key(step)] = step
            model.append((key(step), step))
        elif action == 3:
            assert d.popitem() == model.pop()
        elif action == 4:
            assert d.popitem(last=False) == model.pop(0)
        elif action == 5:
            i = rng.randrange(len(model))
            del d[model.pop(i)[0]]
        else:
            i, last = rng.randrange(len(model)), action > 6
            d.move_to_end(model[i][0], last=last)
            item = model.pop(i)
            model.append(item) if last else model.insert(0, item)
        if step % 20 == 0:
            check(d, model)
    check(d, model)
    print(len(d))


@lru_cache(maxsize=100)
def square(n):
    return n * n


print(sum(square(i % 150) for i in range(3000)), square.cache_info())
