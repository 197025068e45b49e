"""Counts of calls."""

import collections
import functools

simple_call_counter = collections.OrderedDict()


def count_label(label):
    simple_call_counter[label] = simple_call_counter.get(label, 0) + 1


def count(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        count_label(fn.__qualname__)
        return fn(*args, **kwargs)

    return wrapper
