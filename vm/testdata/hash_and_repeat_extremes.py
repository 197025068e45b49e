# Hashes of complex numbers that are not numbers, and deques repeated very often.
from collections import deque

nan = complex("nan")
both = complex(float("nan"), float("nan"))
d = {nan: 1, both: 2, complex(1, float("nan")): 3}
print(len(d), d[nan], d[both], complex("nan") in d, isinstance(hash(nan), int), hash(nan) == hash(nan))
print(hash(complex(2, 0)) == hash(2), hash(complex("inf")) == hash(float("inf")))


def keyword(**names):
    return names


try:
    keyword(**{nan: 1})
except TypeError as e:
    print(e)


class Two:
    def __index__(self):
        return 2


print(deque() * (2**63 - 1), deque([1, 2, 3], 4) * 10**5, (2**62) * deque([7], 0), deque([1], 2) * -1, deque([1, 2]) * Two())
for count in (10**30, -(10**30)):
    try:
        print(len(deque([1]) * count))
    except OverflowError as e:
        print(type(e).__name__, e)
first = same = deque([1, 2], 5)
first *= 2
print(first, same is first)
same *= 0
print(first, same is first)
items = [1, 2]
try:
    items *= 2**62
except MemoryError:
    print(items)
