"""Caches of methods."""

import functools


def cache_method(f):
    """Keeps the results on the object."""
    name = "_cache_method_" + f.__name__

    @functools.wraps(f)
    def wrap(self, *args, **kwargs):
        cache = self.__dict__.setdefault(name, {})
        key = (args, tuple(sorted(kwargs.items())))
        if key not in cache:
            cache[key] = f(self, *args, **kwargs)
        return cache[key]

    return wrap
