"""Which values of unknowns make two values equal, and values with these put in."""

from .variable import isvar

__all__ = ["reify", "unify"]


def _walk(key, found):
    while isvar(key) and key in found:
        key = found[key]
    return key


def reify(e, s):
    """A value with what s says in the place of unknowns."""
    e = _walk(e, s)
    if isinstance(e, (tuple, list)):
        return type(e)(reify(x, s) for x in e)
    if isinstance(e, dict):
        return {key: reify(value, s) for key, value in e.items()}
    return e


def unify(u, v, s=None):
    """What unknowns have to be for two values to be equal, given what they are already; False where that cannot be."""
    s = {} if s is None else s
    u, v = _walk(u, s), _walk(v, s)
    if u == v:
        return s
    if isvar(u):
        return {**s, u: v}
    if isvar(v):
        return {**s, v: u}
    if isinstance(u, dict) and isinstance(v, dict) and u.keys() == v.keys():
        u, v = tuple(u.values()), tuple(v[key] for key in u)
    if not isinstance(u, (tuple, list)) or type(u) is not type(v) or len(u) != len(v):
        return False
    for a, b in zip(u, v):
        s = unify(a, b, s)
        if s is False:
            return False
    return s
