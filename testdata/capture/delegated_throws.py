# What is thrown into a generator, and its end, reach the one that it delegates to.
import torch
from torch._dynamo.testing import CompileCounter

x = torch.ones(2)


def case(name, fn):
    torch._dynamo.reset()
    counter = CompileCounter()
    results = []
    for f in (fn, torch.compile(fn, backend=counter, fullgraph=True)):
        try:
            results.append(repr(f(x)))
        except Exception as e:
            results.append(type(e).__name__)
    print(name, results[0], results[0] == results[1], counter.frame_count)


def inner(log):
    try:
        while True:
            try:
                log.append((yield 1))
            except ValueError:
                log.append("value")
                yield 2
    finally:
        log.append("inner")


def outer(log):
    try:
        yield from inner(log)
    except GeneratorExit:
        log.append("exit")
        raise
    finally:
        log.append("outer")


def whole(x):
    log = []
    g = outer(log)
    a = next(g)
    g.send(5)
    b = g.throw(ValueError("v"))
    g.close()
    return x + a + b, log


case("whole", whole)


def catches():
    try:
        yield 1
    except KeyError:
        yield 10
    return 7


def over(make):
    yield (yield from make())


def result(x):
    g = over(catches)
    return x + next(g) + g.throw(KeyError("k")) + next(g)


case("result", result)


def three(x):
    g = over(lambda: over(catches))
    return x + next(g) + g.throw(KeyError("k")) + next(g)


case("three", three)


def returns(x):
    def ends():
        try:
            yield 1
        except KeyError:
            return 5

    g = over(ends)
    return x + next(g) + g.throw(KeyError("k"))


case("returns", returns)




def other(x):
    def raises():
        try:
            yield 1
        except KeyError as e:
            raise TypeError("t") from e

    g = over(raises)
    next(g)
    try:
        g.throw(KeyError("k"))
    except TypeError as e:
        return x, repr(e.__cause__)


case("other", other)


def ignores(x):
    def stays():
        try:
            yield 1
        except GeneratorExit:
            yield 2

    g = over(stays)
    next(g)
    try:
        g.close()
    except RuntimeError as e:
        return x, str(e)


case("ignores", ignores)


def closed(x):
    log = []

    def quiet():
        try:
            yield 1
        except GeneratorExit:
            log.append("quiet")

    g = over(quiet)
    next(g)
    g.close()
    return x, log, next(g, "over")


case("closed", closed)
