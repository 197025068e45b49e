# Calls of functions of the program with arguments that their parameters do not take: the errors in compiled code are Python's.
import torch


def one(a): ...


def two(a, b=1): ...


def keywords(a, *, k, m=2): ...


def positional(a, b, /, c): ...


def rest(a, *more, k, **named): ...


calls = [
    lambda: one(), lambda: one(1, 2), lambda: one(1, b=2), lambda: one(1, 2, 3, b=4), lambda: one(1, a=2), lambda: two(), lambda: two(1, 2, 3), lambda: two(b=1), lambda: two(1, 2, b=3),
    lambda: keywords(), lambda: keywords(1), lambda: keywords(1, 2, k=1), lambda: keywords(1, 2, k=1, m=3), lambda: keywords(k=1), lambda: keywords(1, k=1, q=2), lambda: positional(1, 2),
    lambda: positional(1, b=2, c=3), lambda: positional(a=1, b=2, c=3), lambda: rest(1, 2, 3), lambda: rest(k=1), lambda: rest(1, k=1, a=2), lambda: rest(*[1, 2], **{"k": 1, "z": 2}),
]


def caught(x, call):
    try:
        call()
    except TypeError as e:
        return x + 1, str(e)
    return x + 1, None


for call in calls:
    torch._dynamo.reset()
    plain, compiled = caught(torch.ones(1), call)[1], torch.compile(caught, backend="eager")(torch.ones(1), call)[1]
    print(plain)
    if compiled != plain:
        print("   compiled:", compiled)


# What is deleted from slots is guarded.
class Slots:
    __slots__ = ("q",)


def deleted(x, a):
    try:
        del a.q
    except AttributeError as e:
        return x + 1, str(e)
    return x + 1


a = Slots()
a.q = 1
torch._dynamo.reset()
f = torch.compile(deleted, backend="eager")
print(f(torch.ones(1), a), f(torch.ones(1), a))


# The bytes of a bytearray are guarded.
def counted(x, b):
    return x * len(b), list(b)


b = bytearray(b"ab")
f = torch.compile(counted, backend="eager")
print(f(torch.ones(1), b))
b.append(1)
print(f(torch.ones(1), b))
