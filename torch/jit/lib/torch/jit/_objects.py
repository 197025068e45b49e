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


def _indented(text, by):
    return "".join(f"{by}{line}\n" for line in text.rstrip("\n").split("\n"))


def dump_to_str(c, code=True, attrs=False, params=False):
    """What a module has, as a text: attributes, methods with their graphs, and submodules."""
    import torch

    def value(x, shown):
        text = _script.value_text(x) if shown else "..."
        return text.replace("\n", "\n    ")

    rows = _script.module_attrs(c)
    parameters = [f"    {name} = {value(x, params)}\n" for name, kind, x, _ in rows if kind == "param" and x is not None]
    others = [f"    {name} = {value(x, attrs) if isinstance(x, torch.Tensor) else _script.value_text(x)}\n" for name, kind, x, _ in rows if kind != "module"]
    methods = ""
    for name in _method_names(c):
        method = _get_method(c, name)
        methods += f"    method {name} {{\n" + _indented(str(method.graph), "      ") + "  \n    }\n"
    children = "".join(_indented(dump_to_str(x, code, attrs, params), "    ") for _, kind, x, _ in rows if kind == "module" and x is not None)
    return (f"module {_script.object_class(c)} {{\n  parameters {{\n{''.join(parameters)}  }}\n  attributes {{\n{''.join(others)}  }}\n  methods {{\n{methods}  }}\n  submodules {{\n{children}  }}\n}}\n")


_FUNCTIONS = {
    "dump_to_str": dump_to_str, "dump": lambda c, code=True, attrs=False, params=False: print(dump_to_str(c, code, attrs, params)), "_set_optimized": lambda c, value: None,
    "hasattr": _hasattr, "getattr": _getattr, "setattr": _setattr, "_get_method": _get_method, "_get_methods": _get_methods, "_method_names": _method_names, "_has_method": _has_method,
    "named_parameters": _named("param"), "named_buffers": _named("buffer"), "named_children": _named("module"), "_type": lambda c: _script.object_type(c),
    "_register_attribute": lambda c, name, kind, value: _script.register_attribute(c, name, kind, value),
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
        if name == "__dir__":
            return lambda: ["_set_unwrap_func", *_OF_FUTURES]
        if name not in _OF_FUTURES:
            raise AttributeError(f"'torch.Future' object has no attribute '{name}'")
        return functools.partial(_OF_FUTURES[name], c)
    function = _FUNCTIONS.get(name)
    if function is not None:
        return functools.partial(function, c)
    if name == "qualified_name":
        return _script.object_class(c)
    if name in ("graph", "code"):
        return getattr(_get_method(c, "forward"), name)
    if not (name.startswith("__") and name.endswith("__")):
        method = _script.module_method(c, name, False)
        if method is not None:
            return method
        if _script.object_has(c, name):
            value = _script.object_get(c, name)
            return _script_object(value)
        if _script.is_module(c):
            raise AttributeError(f"{_script.object_class(c)} does not have a field with name '{name}'")
    raise AttributeError(f"'{type(c).__name__}' object has no attribute '{name}'")


def _script_object(value):
    """What is behind a module that Python sees."""
    return getattr(value, "__dict__", {}).get("_c", value)


def _parameter_paths(c, prefix):
    own = [prefix + name for name, _ in _named("param")(c)]
    return own + [path for name, child in _named("module")(c) for path in _parameter_paths(_script_object(child), f"{prefix}{name}.")]


def freeze_module(module, preservedAttrs=(), freezeInterfaces=True, preserveParameters=False):
    """A copy of a script module whose attributes are constants of its methods."""
    kept = list(preservedAttrs)
    if preserveParameters:
        kept += _parameter_paths(module, "")
    return _script.freeze_module(module, kept, freezeInterfaces)
