# What arrays do to themselves: assignment from their own items, *=, growth under an iterator.
from array import array

a = array("i", range(6))
a[::-1] = a
print(a)
a[1:3] = a
print(a)
b = a = array("h", [1, 2])
a *= 3
print(a, a is b)
a *= 0
print(b)

a = array("b", [1])
it = iter(a)
print(list(it))
a.append(2)
print(list(it))


class Shrinking:
    def __float__(self):
        victim.pop()
        return 0.5


victim = array("d", [1.0, 2.0])
try:
    victim[1] = Shrinking()
except IndexError as e:
    print(e, victim)
