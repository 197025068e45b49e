"""Compiled code makes objects through the __call__ of a metaclass as plain code does."""
import torch


class Tagging(type):
    def __call__(cls, *args):
        made = super().__call__(*args)
        made.tag = cls.__name__
        return made


class Tagged(metaclass=Tagging):
    def __init__(self, v):
        self.v = v


class Single(type):
    made = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args, **kwargs)
        return cls.made[cls]


class Only(metaclass=Single):
    def __init__(self, n=4):
        self.n = n


class Answers(type):
    def __call__(cls, *args):
        return super().__call__(*args)

    def __getattr__(cls, name):
        return name


class Bare(metaclass=Answers):
    pass


class Five(type):
    def __call__(cls, *args):
        return 5


class Number(metaclass=Five):
    pass


def tagged(x):
    one = Tagged(3)
    return x + one.v, one.tag, [v for v in (1, Tagged(4))][1].v


def single(x):
    first = Only(n=2)
    first.n += 1
    return x + Only().n, Only() is first


def bare(x):
    return x + Number(), type(Bare()).__name__, Bare.anything


for fn in (tagged, single, bare):
    Single.made.clear()
    expected = fn(torch.ones(1))
    Single.made.clear()
    print(fn.__name__, torch.compile(fn, backend="eager")(torch.ones(1)), expected, len(Single.made))
