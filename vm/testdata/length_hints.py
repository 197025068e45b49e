# operator.length_hint, and what it means to list.
import itertools
import operator
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
for it in (itertools.repeat(1, 5), itertools.repeat(1), reversed([1,2,3]), iter([1]), iter({}), iter(''), iter(range(3)), iter((1,)), reversed(range(5)), iter({1}), iter({1:2}.values())):
    attempt(lambda: operator.length_hint(it, -7)); next(it, None); attempt(lambda: operator.length_hint(it, -7))
l = [1,2,3,4]; r = reversed(l); next(r); l.pop(); l.pop(); print(operator.length_hint(r), list(r))
class BadLen:
    def __iter__(self): return iter(range(3))
    def __len__(self): raise RuntimeError('len')
class BadHint:
    def __iter__(self): return iter(range(3))
    def __length_hint__(self): raise RuntimeError('hint')
class NegHint(BadHint):
    def __length_hint__(self): return -1
class StrHint(BadHint):
    def __length_hint__(self): return 'x'
class NI(BadHint):
    def __length_hint__(self): return NotImplemented
for c in (BadLen, BadHint, NegHint, StrHint, NI):
    attempt(lambda: list(c())); attempt(lambda: operator.length_hint(c())); attempt(lambda: [].extend(c())); attempt(lambda: tuple(c())); attempt(lambda: bytearray(c()))
