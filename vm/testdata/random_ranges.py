# Ranges, triangles and binomials of module random: the numbers of CPython, and its errors.
import random

random.seed(7)
print(random.randrange(10), random.randrange(3, 9), random.randrange(10, 0, -3), random.randrange(0, 10**30, 7), random.randint(1, 6))
print(random.triangular(), random.triangular(1, 5, 2), random.triangular(2, 2, 2), random.triangular(5, 5), random.triangular(5, 1, 2))
for args in ((0,), (5, 5), (1, 5, -1), (1, 5, 0), (-3,), (5, None, 2), (1.5,), (1, 2.5)):
    try:
        print(random.randrange(*args))
    except Exception as e:
        print(type(e).__name__, e)
for n, p in ((1, 0.3), (10, 0.25), (1000, 0.001), (50, 0.9), (1000, 0.3), (10**6, 0.5), (10**9, 0.75), (5, 0.0), (5, 1.0), (0, 0.5), (20, 1e-320)):
    print(n, p, [random.binomialvariate(n, p) for _ in range(6)])
for args in ((-1, 0.5), (3, 1.5), (3, -0.1)):
    try:
        print(random.binomialvariate(*args))
    except ValueError as e:
        print(e)
print(sorted(random.__all__) == random.__all__[:2] + sorted(random.__all__[2:]), len(random.__all__), random.shuffle.__self__ is random.random.__self__)
