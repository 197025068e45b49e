"""Ranges longer than a machine int, slices of them, and the search for values that are no plain ints."""


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Five:
    def __eq__(self, other):
        return other == 5


class Always:
    def __eq__(self, other):
        return True


class Bad:
    def __eq__(self, other):
        raise KeyError("compared")


big = range(0, 2**100, 2)
attempt(len, big)
attempt(len, range(2**63 - 1))
print(big[-1], big[2**80], big[5:], big[::-1][:3], big[2**99 :], big[-3:])
attempt(lambda: big[2**99])
print(big == range(0, 2**100 - 1, 2), big == range(0, 2**100 + 1, 2), hash(big) == hash(range(0, 2**100 - 1, 2)))
print(next(reversed(big)), next(reversed(range(-(2**32), -(2**64), -1))), big.index(2**90), 2**90 + 1 in big)
for x in Five(), Always(), Bad(), 5.0, 5.5, "5":
    for f in range(10).index, range(10).count, range(10).__contains__:
        attempt(f, x)
print(slice(None, None, -1).indices(2**70), slice(-5, 2**80, 3).indices(2**65))
attempt(slice(1).indices, -1)
attempt(slice(None, None, 0).indices, 2**70)
