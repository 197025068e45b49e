# Generators: laziness, two-way talk, delegation, clean-up when closed.
import itertools


def trace(name, it):
    for v in it:
        print(f"{name}<{v}", end=" ")
        yield v


def chunks(it, n):
    while part := list(itertools.islice(it, n)):
        yield part


print(next(chunks(trace("a", iter(range(10))), 3)))
print(list(chunks(iter("abcdefg"), 3)))


def averager():
    total = count = 0
    value = yield
    while value is not None:
        total += value
        count += 1
        value = yield total / count
    return f"{count} values"


def supervisor(results):
    while True:
        results.append((yield from averager()))


results = []
s = supervisor(results)
next(s)
print([s.send(v) for v in (1, 2, 6)], s.send(None), s.send(10))
s.send(None)
print(results)
s.close()


def guarded():
    try:
        while True:
            try:
                yield "ready"
            except ValueError as e:
                print("recovered from", e)
    finally:
        print("closed")


g = guarded()
print(next(g), g.throw(ValueError("bad")))
try:
    g.throw(KeyError("k"))
except KeyError as e:
    print("out:", repr(e))
print(list(g), g.gi_frame)
