"""Optimizers with foreach on."""

from functools import partialmethod

from torch import optim


def partialclass(cls, *args, **kwargs):
    class NewCls(cls):
        __init__ = partialmethod(cls.__init__, *args, **kwargs)

    return NewCls


Adam, AdamW, NAdam, SGD, RAdam, RMSprop, Rprop, ASGD, Adamax, Adadelta, Adagrad = (
    partialclass(getattr(optim, n), foreach=True) for n in ("Adam", "AdamW", "NAdam", "SGD", "RAdam", "RMSprop", "Rprop", "ASGD", "Adamax", "Adadelta", "Adagrad"))
