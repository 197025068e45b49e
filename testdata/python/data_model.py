# Operators, containers and formats of user classes follow the data model.
from functools import total_ordering


@total_ordering
class Money:
    def __init__(self, cents):
        self.cents = cents

    def __repr__(self):
        return f"Money({self.cents})"

    def __format__(self, spec):
        return format(self.cents / 100, spec or ".2f")

    def __eq__(self, other):
        return self.cents == other.cents if isinstance(other, Money) else NotImplemented

    def __lt__(self, other):
        return self.cents < other.cents if isinstance(other, Money) else NotImplemented

    def __hash__(self):
        return hash(self.cents)

    def __add__(self, other):
        return Money(self.cents + (other.cents if isinstance(other, Money) else other))

    __radd__ = __add__

    def __iadd__(self, other):
        self.cents += other.cents
        return self

    def __neg__(self):
        return Money(-self.cents)

    def __divmod__(self, n):
        q, r = divmod(self.cents, n)
        return Money(q), Money(r)

    def __bool__(self):
        return self.cents != 0


a, b = Money(150), Money(275)
print(a + b, 5 + a, -a, divmod(b, 2), a < b, a >= b, a == 150, a != Money(150))
print(sum([a, b]), max(a, b), sorted({b, a, Money(150)}), bool(Money(0)))
print(f"{a} {b:>8.1f}|{b!r:>12}|")
c = a
c += b
print(a is c, a)
try:
    a < 3
except TypeError as e:
    print(e)
try:
    a * 2
except TypeError as e:
    print(e)

# A key that is not there is hashed and compared once.
asked = []


class Asked:
    def __hash__(self):
        asked.append("hash")
        return 3

    def __eq__(self, other):
        asked.append("eq")
        return False


table = {Asked(): 1}
try:
    table[Asked()]
except KeyError:
    print(asked)
