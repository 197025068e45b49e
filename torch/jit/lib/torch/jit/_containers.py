"""ScriptList and ScriptDict: lists and dicts that scripts and Python share, with elements of one type."""
from torch._C import _script

__all__ = ["ScriptDict", "ScriptList"]


def _text(v):
    """A value as scripts print it."""
    if isinstance(v, (list, ScriptList)):
        return "[" + ", ".join(map(_text, v)) + "]"
    if isinstance(v, (dict, ScriptDict)):
        return "{" + ", ".join(f"{_text(k)}: {_text(x)}" for k, x in v.items()) + "}"
    if isinstance(v, tuple):
        return "(" + ", ".join(map(_text, v)) + ("," if len(v) == 1 else "") + ")"
    return str(v)


def _typed(values):
    from torch.jit._types import Error

    kind, why = _script.infer_type(values)
    if kind is None:
        raise Error(f"Unable to infer type of {'dictionary' if isinstance(values, dict) else 'list'}: {why}")
    return kind


def _accepted(value, kind, error):
    """value, if it is of a type; else the error is raised."""
    if kind is not None:
        found = kind.annotation_str == "float" and isinstance(value, (int, float)) and not isinstance(value, bool)
        own = None if found else _script.infer_type(value)[0]
        if not found and (own is None or not own.isSubtypeOf(kind)):
            raise error
    return value


def _copied(value):
    """A nested container comes out as one of Python, as PyTorch gives it."""
    return list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value


class ScriptList:
    """A list whose memory scripts that get it see, too."""

    __hash__ = None

    def __init__(self, values, kind=None):
        self._values = list(values)
        self._kind = kind if kind is not None or not self._values else _typed(self._values).getElementType()

    def __len__(self):
        return len(self._values)

    def __bool__(self):
        return bool(self._values)

    def __repr__(self):
        return _text(self._values)

    def __iter__(self):
        return ScriptListIterator(self._values)

    def __contains__(self, value):
        return _accepted(value, self._kind, TypeError()) in self._values

    def __eq__(self, other):
        return self is other

    def __getitem__(self, index):
        if isinstance(index, slice):
            return ScriptList(self._values[index], self._kind)
        if not hasattr(index, "__index__"):
            raise TypeError("__getitem__(): incompatible function arguments. The following argument types are supported:\n    1. (self: torch._C.ScriptList, arg0: int) -> object\n    "
                            "2. (self: torch._C.ScriptList, arg0: slice) -> torch._C.ScriptList")
        self._check(index)
        return _copied(self._values[index])

    def _check(self, index):
        if not -len(self._values) <= index < len(self._values):
            raise IndexError()

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            places = range(*index.indices(len(self._values)))
            if len(places) != len(value):
                raise RuntimeError(f"Left and right hand size of slice assignment have different sizes: {len(places)} and {len(value)}")
            for i, x in zip(places, value):
                self[i] = x
            return
        self._check(index)
        self._values[index] = _accepted(value, self._kind, TypeError())

    def __delitem__(self, index):
        self._check(index)
        del self._values[index]

    def append(self, value):
        self._values.append(_accepted(value, self._kind, TypeError()))

    def insert(self, index, value):
        self._values.insert(index, _accepted(value, self._kind, TypeError()))

    def extend(self, values):
        self._values.extend([_accepted(x, self._kind, TypeError()) for x in values])

    def pop(self, index=-1):
        if not -len(self._values) <= index < len(self._values):
            raise IndexError("list index out of range")
        return self._values.pop(index)

    def __getattr__(self, name):
        raise AttributeError(f"'torch._C.ScriptList' object has no attribute '{name}'")

    def remove(self, value):
        if _accepted(value, self._kind, TypeError()) not in self._values:
            raise ValueError()
        self._values.remove(value)

    def count(self, value):
        return self._values.count(_accepted(value, self._kind, TypeError()))

    def clear(self):
        self._values.clear()


class _Walk:
    def __init__(self, values):
        self._rest = iter(values)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._rest)


class ScriptListIterator(_Walk):
    """An iterator over a ScriptList."""


class ScriptDictIterator(_Walk):
    """An iterator over the pairs of a ScriptDict."""


class ScriptDictKeyIterator(_Walk):
    """An iterator over the keys of a ScriptDict."""


class ScriptDict:
    """A dict whose memory scripts that get it see, too."""

    __hash__ = None

    def __init__(self, values):
        self._values = dict(values)
        kind = _typed(self._values) if self._values else None
        self._key, self._value = (None, None) if kind is None else (kind.getKeyType(), kind.getValueType())

    def __len__(self):
        return len(self._values)

    def __bool__(self):
        return bool(self._values)

    def __repr__(self):
        return _text(self._values)

    def __iter__(self):
        return ScriptDictKeyIterator(self._values)

    def __eq__(self, other):
        return self is other

    def __contains__(self, key):
        return _accepted(key, self._key, KeyError("")) in self._values

    def __getitem__(self, key):
        if key not in self:
            raise KeyError("")
        return _copied(self._values[key])

    def __setitem__(self, key, value):
        self._values[_accepted(key, self._key, TypeError())] = _accepted(value, self._value, TypeError())

    def __delitem__(self, key):
        if key not in self:
            raise KeyError("")
        del self._values[key]

    def keys(self):
        return ScriptDictKeyIterator(self._values)

    def items(self):
        return ScriptDictIterator(self._values.items())


for _cls in (ScriptList, ScriptListIterator, ScriptDict, ScriptDictIterator, ScriptDictKeyIterator):
    _cls.__module__ = "torch"
