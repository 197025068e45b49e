"""What compiled code reads through texts and conversions: arguments of partials, numbers of own classes, attributes that cannot be set, pairs that are none."""
import functools
from collections import OrderedDict, namedtuple

import torch


def spread(*args, **kwargs):
    return args


def text(x, p):
    return x + 1, str(p).split(">")[1], repr(p).split(">")[1]


for dynamic in (None, True, False):
    torch._dynamo.reset()
    compiled = torch.compile(text, backend="eager", dynamic=dynamic)
    print([compiled(torch.ones(1), functools.partial(spread, n, "a", d=[n]))[1:] for n in (2, 3, 4)])


class Number(float):
    def __iter__(self):
        return iter((1,))


class Row(namedtuple("Row", "r s")):
    __slots__ = ()


class Slots:
    __slots__ = ("free",)
    fixed = 5


def attempts(x, number, row, slots):
    done = [complex(number)]
    for holder, name in ((row, "r"), (row, "t"), (slots, "fixed"), (slots, "other")):
        for change in (lambda: setattr(holder, name, 1), lambda: delattr(holder, name)):
            try:
                change()
            except (AttributeError, TypeError) as e:
                done.append(str(e))
    for what in ([1], [(1,)], [None]):
        try:
            OrderedDict(what)
        except (TypeError, ValueError) as e:
            done.append(str(e))
    return x + 1, done


given = Number(2.5), Row(1, 2), Slots()
plain = attempts(torch.ones(1), *given)[1]
for line in plain:
    print(line)
