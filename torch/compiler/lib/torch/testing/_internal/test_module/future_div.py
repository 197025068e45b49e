"""Divisions that scripts compile, of ints and of floats, with the division of modern Python asked for by name."""
from __future__ import division



def div_int_future():
    return 1 / 2


def div_float_future():
    return 3.14 / 0.125
