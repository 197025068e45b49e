# Generators that a loop or yield from drives: values sent, errors, ends.
import sys
import traceback


def attempt(f):
    try:
        print(f())
    except Exception:
        print(type(sys.exception()).__name__, sys.exception(), [x.name for x in traceback.extract_tb(sys.exception().__traceback__)])


def numbers(k):
    try:
        for i in range(k):
            got = yield i
            if got:
                print("got", got)
        return "done"
    finally:
        print("closed")


def outer():
    result = yield from numbers(2)
    print(result)
    yield from [result]


print(list(outer()))
for x in numbers(3):
    if x == 2:
        print("last")
g = outer()
print(next(g), g.send("a"), next(g), next(g, "end"))


def fails():
    try:
        yield 1
        raise ValueError("inside")
    except ValueError:
        yield 2
        raise


attempt(lambda: [x for x in fails()])
