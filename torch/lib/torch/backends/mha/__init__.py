"""The fast path of multi-head attention: there is one path."""

_fast = [True]


def get_fastpath_enabled():
    return _fast[0]


def set_fastpath_enabled(value):
    _fast[0] = value
