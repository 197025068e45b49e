"""Methods of dataclasses with a source that scripts can be compiled from."""

import dataclasses
import linecache
import sys

__all__ = ["methods"]

_COMPARISONS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def methods(cls):
    """The methods that dataclass has made for a class, by their names, written out."""
    fields = [f for f in dataclasses.fields(cls) if f.init]
    made = {}
    if getattr(cls.__init__, "__code__", None) is not None and _is_generated(cls.__init__):
        made["__init__"] = _function(cls, "__init__", *_initialiser(cls, fields))
    names = [f.name for f in dataclasses.fields(cls) if f.compare]
    if "__eq__" in cls.__dict__ and _is_generated(cls.__eq__):
        text = " and ".join(f"self.{n} == other.{n}" for n in names) or "True"
        made["__eq__"] = _function(cls, "__eq__", f"def __eq__(self, other: _own) -> bool:\n    return {text}\n", {"_own": cls})
    for name, sign in _COMPARISONS.items():
        if name in cls.__dict__ and _is_generated(cls.__dict__[name]):
            lines = "".join(f"    if self.{n} != other.{n}:\n        return self.{n} {sign} other.{n}\n" for n in names)
            made[name] = _function(cls, name, f"def {name}(self, other: _own) -> bool:\n{lines}    return {sign in ('<=', '>=')}\n", {"_own": cls})
    return made


def _is_generated(fn):
    return fn.__code__.co_filename == "<string>" or fn.__code__.co_filename.startswith("<magneto>") or not linecache.getlines(fn.__code__.co_filename)


def _initialiser(cls, fields):
    parameters, body, names = [], [], {}
    for f in fields:
        if f.default_factory is not dataclasses.MISSING:
            raise NotImplementedError("Default factory initializers are not supported in TorchScript dataclasses")
        names[f"_type_{f.name}"] = f.type
        parameter = f"{f.name}: _type_{f.name}"
        if f.default is not dataclasses.MISSING:
            names[f"_default_{f.name}"] = f.default
            parameter += f" = _default_{f.name}"
        parameters.append(parameter)
        if f.type is not dataclasses.InitVar and not isinstance(f.type, dataclasses.InitVar):
            body.append(f"    self.{f.name} = {f.name}\n")
    if hasattr(cls, "__post_init__"):
        body.append("    self.__post_init__()\n")
    return f"def __init__(self, {', '.join(parameters)}):\n{''.join(body) or '    pass'}\n", names


def _function(cls, name, text, names):
    file = f"<{name} of dataclass {cls.__qualname__}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    scope = {**sys.modules[cls.__module__].__dict__, **names}
    exec(compile(text, file, "exec"), scope)
    return scope[name]
