# The comparisons that sorting asks for, in their order: runs, insertion, merges, searched sides.
import random
class K:
    n = 0
    def __init__(s, v): s.v = v
    def __lt__(s, o):
        K.n += 1; K.h = (K.h * 31 + s.v * 7 + o.v) % 1000003
        return s.v < o.v
for n in (1, 2, 3, 5, 10, 31, 63, 64, 65, 100, 128, 200, 500, 1000, 3000):
    for kind in range(6):
        r = random.Random(n * 10 + kind)
        v = [r.randrange(n) for _ in range(n)] if kind == 0 else list(range(n)) if kind == 1 else list(range(n))[::-1] if kind == 2 else [i % 7 for i in range(n)] if kind == 3 else sorted(r.randrange(n) for _ in range(n // 2)) + sorted(r.randrange(n) for _ in range(n - n // 2)) if kind == 4 else [5] * n
        K.n = K.h = 0
        x = [K(i) for i in v]; x.sort(reverse=n % 2 == 0)
        print(n, kind, K.n, K.h, [k.v for k in x][:5])
