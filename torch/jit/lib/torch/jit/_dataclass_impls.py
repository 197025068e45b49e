"""Methods of dataclasses as source text, which scripts are compiled from."""
import dataclasses
import linecache
import sys

_COMPARISONS = {"__lt__": "<", "__le__": "<", "__gt__": ">", "__ge__": ">"}


def _is_passed_on(field):
    """Whether __init__ takes a field for __post_init__ alone."""
    return isinstance(field.type, dataclasses.InitVar)


def _accepted(cls):
    """What __init__ may take: the fields, and what is there for __post_init__."""
    fields = dataclasses.fields(cls)
    return [f for f in cls.__dataclass_fields__.values() if f in fields or _is_passed_on(f)]


def _parameters(cls):
    """The fields that __init__ takes, as parameters; what their types and defaults are called is in the second result."""
    parts, names = [], {}
    for f in _accepted(cls):
        if not f.init:
            continue
        if f.default_factory is not dataclasses.MISSING:
            raise NotImplementedError("Default factory initializers are not supported in TorchScript dataclasses")
        names[f"_type_of_{f.name}"] = f.type.type if _is_passed_on(f) else f.type
        part = f"{f.name}: _type_of_{f.name}"
        if f.default is not dataclasses.MISSING:
            names[f"_default_of_{f.name}"] = f.default
            part += f" = _default_of_{f.name}"
        parts.append(part)
    return ", ".join(parts), names


def _init(cls):
    parameters, names = _parameters(cls)
    body = [f"self.{f.name} = {f.name}" for f in dataclasses.fields(cls) if f.init]
    if hasattr(cls, "__post_init__"):
        body.append(f"self.__post_init__({', '.join(f.name for f in _accepted(cls) if _is_passed_on(f))})")
    return f"def __init__(self, {parameters}) -> None:", body or ["pass"], names


def _compared(cls, tests, where_one_is_none):
    """Lines that test the fields one after the other, those that may be None where they are not."""
    lines = []
    for f in dataclasses.fields(cls):
        if f.compare:
            a, b = f"own_{f.name}", f"other_{f.name}"
            lines += [f"{a} = self.{f.name}", f"{b} = other.{f.name}", f"if {a} is not None and {b} is not None:"]
            lines += [f"    {t.format(a, b)}" for t in tests]
            lines += [f"elif ({a} is None) != ({b} is None):", f"    {where_one_is_none.format(f.name)}"]
    return lines


def _equality(cls):
    body = _compared(cls, ["if {} != {}: return False"], "return False")
    return f"def __eq__(self, other: {cls.__name__}) -> bool:", [*body, "return True"], {cls.__name__: cls}


def _order(cls, name):
    """Fields are compared in their order; the first two that differ decide."""
    tests = [f"if {{}} {_COMPARISONS[name]} {{}}: return True", "if {} != {}: return False"]
    body = _compared(cls, tests, "raise TypeError('Cannot compare {} with None')")
    return f"def {name}(self, other: {cls.__name__}) -> bool:", [*body, f"return {name in ('__le__', '__ge__')}"], {cls.__name__: cls}


def methods(cls):
    """The methods by name that dataclasses made for cls."""
    writers = {"__init__": _init, "__eq__": _equality, **{name: (lambda cls, name=name: _order(cls, name)) for name in _COMPARISONS}}
    out = {}
    for name, write in writers.items():
        code = getattr(cls.__dict__.get(name), "__code__", None)
        if code is None or code.co_filename not in ("<string>", dataclasses.__file__):  # the class has its own
            continue
        head, body, names = write(cls)
        source = head + "\n" + "".join(f"    {line}\n" for line in body)
        scope = {**vars(sys.modules[cls.__module__]), **names}
        file = f"<dataclass {cls.__module__}.{cls.__qualname__}.{name}>"
        linecache.cache[file] = len(source), None, source.splitlines(True), file
        exec(compile(source, file, "exec"), scope)
        out[name] = scope[name]
    return out
