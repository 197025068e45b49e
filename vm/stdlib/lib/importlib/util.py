"""Finding modules without importing them."""

import sys


class _Spec:
    def __init__(self, name, origin):
        self.name = name
        self.origin = origin
        self.loader = None


def find_spec(name, package=None):
    from _source import find_module
    if name in sys.modules:
        return _Spec(name, getattr(sys.modules[name], "__file__", None))
    origin = find_module(name)
    return None if origin is None else _Spec(name, origin)
