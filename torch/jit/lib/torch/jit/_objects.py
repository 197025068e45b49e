"""What script objects and modules of torch._C can be asked."""

import functools

from torch._C import _script

__all__ = ["attribute", "freeze_module"]


def _hasattr(c, name):
    return _script.object_has(c, name)


def _getattr(c, name):
    if not _script.object_has(c, name):
        raise RuntimeError(f"'{_script.object_class(c)}' object has no attribute '{name}'")
    return _script.object_get(c, name)


def _setattr(c, name, value):
    _script.object_set(c, name, value)


def _get_method(c, name):
    method = _script.module_method(c, name, False)
    if method is None:
        raise AttributeError(f"Method '{name}' is not defined.")
    return method


def _method_names(c):
    return list(_script.module_methods(c))


def _get_methods(c):
    return [_get_method(c, name) for name in _method_names(c)]


def _has_method(c, name):
    return name in _method_names(c)


def _named(kind):
    def listed(c):
        return [(name, value) for name, k, value, _ in _script.module_attrs(c) if k == kind]

    return listed


_FUNCTIONS = {
    "hasattr": _hasattr, "getattr": _getattr, "setattr": _setattr, "_get_method": _get_method, "_get_methods": _get_methods, "_method_names": _method_names, "_has_method": _has_method,
    "named_parameters": _named("param"), "named_buffers": _named("buffer"), "named_children": _named("module"), "_type": lambda c: _script.object_type(c),
    "eval": lambda c: _script.object_set(c, "training", False), "train": lambda c, mode=True: _script.object_set(c, "training", mode),
}


# futures: a call that was forked has run by the time that Python sees its result
_OF_FUTURES = {
    "wait": _script.wait, "value": _script.wait, "done": lambda f: True, "then": lambda f, callback: _script.future(callback(f)),
    "add_done_callback": lambda f, callback: callback(f),
}


def attribute(c, name):
    """An attribute of a script object or a future: what it can be asked, a method, or a value."""
    if type(c) is _script.Future:
        if name not in _OF_FUTURES:
            raise AttributeError(f"'torch._C.Future' object has no attribute '{name}'")
        return functools.partial(_OF_FUTURES[name], c)
    function = _FUNCTIONS.get(name)
    if function is not None:
        return functools.partial(function, c)
    if name in ("graph", "code"):
        return getattr(_get_method(c, "forward"), name)
    if not (name.startswith("__") and name.endswith("__")):
        method = _script.module_method(c, name, False)
        if method is not None:
            return method
        if _script.object_has(c, name):
            return _script.object_get(c, name)
    raise AttributeError(f"'{type(c).__name__}' object has no attribute '{name}'")


def freeze_module(c, preserved_attrs=(), freeze_interfaces=True, preserve_parameters=False):
    """A copy of a script module whose attributes are constants of its methods."""
    return _script.freeze_module(c, list(preserved_attrs))
