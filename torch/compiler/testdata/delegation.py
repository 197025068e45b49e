"""What generators do that delegate to others (PEP 380): compiled as plain. Prints what differs."""
import types

import torch


def run(body):
    trace = []
    try:
        result = body(trace)
    except BaseException as error:
        result = f"{type(error).__name__}: {error}"
    return result, trace


def inner(trace):
    try:
        trace.append('start inner')
        x = (yield 'a')
        trace.append(x)
        yield 'b'
    except ValueError as e:
        trace.append(f'inner caught {e}')
        yield 'caught'
    finally:
        trace.append('finish inner')
    return 'ret'


def outer(trace, it=None):
    try:
        trace.append('start outer')
        r = (yield from (inner(trace) if it is None else it))
        trace.append(r)
        yield 'end'
    except KeyError as e:
        trace.append(f'outer caught {e!r}')
        yield 'outer'
    finally:
        trace.append('finish outer')


class PlainIterator:

    def __init__(self, trace):
        self.trace, self.n = (trace, 0)

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 3:
            raise StopIteration('done')
        return self.n


class ThrowingIterator(PlainIterator):

    def throw(self, *a):
        self.trace.append(('throw', type(a[0]).__name__ if a else None))
        return 99

    def close(self):
        self.trace.append('close')

    def send(self, v):
        self.trace.append(('send', v))
        return v


def closed(t):
    g = outer(t)
    a = next(g)
    g.close()
    return (a, list(g))


def thrown_caught_inside(t):
    g = outer(t)
    a = next(g)
    b = g.throw(ValueError('v'))
    return (a, b, list(g))


def thrown_caught_outside(t):
    g = outer(t)
    a = next(g)
    b = g.throw(KeyError('k'))
    return (a, b, list(g))


def sent(t):
    g = outer(t)
    a = next(g)
    b = g.send('sent')
    return (a, b, list(g))


def thrown_through_iterator(t):
    g = outer(t, PlainIterator(t))
    a = next(g)
    b = g.throw(KeyError('k'))
    return (a, b, list(g))


def iterator_with_throw(t):
    g = outer(t, ThrowingIterator(t))
    a = next(g)
    b = g.throw(KeyError('k'))
    return (a, b, g.send(4), list(g))


def iterator_with_close(t):
    g = outer(t, ThrowingIterator(t))
    a = next(g)
    g.close()
    return a


def thrown_through_list(t):
    g = outer(t, [1, 2, 3])
    a = next(g)
    b = g.throw(KeyError('k'))
    return (a, b)


def iterator_without_send(t):
    g = outer(t, PlainIterator(t))
    next(g)
    return g.send(3)


def close_raises(t):

    def bad():
        try:
            yield 1
        finally:
            raise ValueError('in close')

    def o():
        try:
            yield from bad()
        except ValueError as e:
            t.append(str(e))
            yield 'kept'
    g = o()
    next(g)
    return g.close()


def ignores_exit(t):

    def stubborn():
        try:
            yield 1
        except GeneratorExit:
            yield 2

    def o():
        yield from stubborn()
    g = o()
    next(g)
    g.close()


def returns_when_thrown(t):

    def i():
        try:
            yield 1
        except ValueError:
            return 'returned'

    def o():
        r = (yield from i())
        t.append(r)
        yield r
    g = o()
    next(g)
    return g.throw(ValueError)


def thrown_exit(t):
    g = outer(t)
    a = next(g)
    b = g.throw(GeneratorExit)


def listed(t):
    g = outer(t)
    return list(g)


def closed_early(t):
    g = outer(t)
    g.close()
    return list(g)


def thrown_early(t):
    g = outer(t)
    return g.throw(ValueError('early'))


def nested(t):

    def o():
        x = (yield from (i for i in (yield from inner(t))))
        return x
    return list(o())


for name, body in list(globals().items()):
    if not isinstance(body, types.FunctionType) or name in ("run", "inner", "outer"):
        continue
    torch._dynamo.reset()
    plain, compiled = run(body), torch.compile(lambda x: (x + 1, run(body)), backend="eager", fullgraph=True)(torch.ones(1))[1]
    if repr(plain) != repr(compiled):
        print(name, plain, "|", compiled, flush=True)
