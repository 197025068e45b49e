# The order of sets through every operation, which CPython's tables determine.
import random

r = random.Random(5)


def some(n, kind):
    if kind:
        return {str(r.randrange(60)) for _ in range(n)}
    return {r.randrange(-50, 400) for _ in range(n)}


for round in range(16):
    kind = round % 2
    a, b = some(r.randrange(40), kind), some(r.randrange(25), kind)
    for _ in range(r.randrange(6)):
        if a:
            a.discard(r.choice(sorted(a)))
    print(a | b, a & b, a - b, a ^ b, b - a, b ^ a)
    print(a.union(b, [1]), a.intersection(b, a), a.difference(b, [2]), a.symmetric_difference(list(b)), a.difference(dict.fromkeys(b)))
    for change in ("|=", "&=", "-=", "^="):
        c = set(a)
        exec(f"c {change} b")
        print(c, end=" ")
    c = a.copy()
    c.difference_update(list(b), [3])
    c.intersection_update(list(a))
    c.symmetric_difference_update(b)
    popped = [c.pop() for _ in range(min(len(c), 5))]
    c.update(b, "xy")
    print(c, popped, [c.pop() for _ in range(min(len(c), 3))], c)
    big = set(range(r.randrange(300)))
    big -= {i for i in big if i % 3}
    big.add(1000)
    print(big, big - {3}, frozenset(big) ^ {3, 5})
