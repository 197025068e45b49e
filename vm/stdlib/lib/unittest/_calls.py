"""Calls as values, and values that equal anything, for unittest.mock."""

__unittest = True


class _SentinelObject:
    """A value with a name, equal only to itself."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "sentinel.%s" % self.name

    def __reduce__(self):
        return "sentinel.%s" % self.name


class _Sentinel:
    """Makes a named object for every attribute that is asked for."""

    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._sentinels.setdefault(name, _SentinelObject(name))

    def __reduce__(self):
        return "sentinel"


sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT


class _ANY:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _ANY()


def format_call(name, args, kwargs):
    parts = [repr(arg) for arg in args]
    parts += ["%s=%r" % item for item in kwargs.items()]
    return "%s(%s)" % (name, ", ".join(parts))


class _CallList(list):
    """Calls, in order; a list of calls is in it when they follow each other."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        size = len(value)
        return any(self[i:i + size] == value for i in range(len(self) - size + 1))

    def __repr__(self):
        import pprint
        return pprint.pformat(list(self))


def _parts(value):
    """Split what may stand for a call into (name or None, args, kwargs); None for what does not."""
    name, args, kwargs = None, (), {}
    size = len(value)
    if size == 3:
        return tuple(value)
    if size == 2:
        first, second = value
        if not isinstance(first, str):
            return None, first, second
        name = first
        if isinstance(second, tuple):
            args = second
        else:
            kwargs = second
    elif size == 1:
        value, = value
        if isinstance(value, str):
            name = value
        elif isinstance(value, tuple):
            args = value
        else:
            kwargs = value
    elif size:
        return None
    return name, args, kwargs


class _Call(tuple):
    """A call: (name, args, kwargs), or (args, kwargs) where the name is known.

    Attributes of the object call, and calls of these, describe calls of attributes
    and of what calls return.
    """

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        split = _parts(value)
        called, args, kwargs = (None, (), {}) if split is None else split
        return tuple.__new__(cls, (args, kwargs) if two else (name if called is None else called, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def __eq__(self, other):
        try:
            split = _parts(other)
        except TypeError:
            return NotImplemented
        if split is None:
            return False
        if len(self) == 2:
            self_name, (self_args, self_kwargs) = "", tuple(self)
        else:
            self_name, self_args, self_kwargs = self
        parent, other_parent = getattr(self, "_mock_parent", None), getattr(other, "_mock_parent", None)
        if parent and other_parent and parent != other_parent:
            return False
        other_name, other_args, other_kwargs = split
        if self_name and other_name != self_name:
            return False
        return (other_args, other_kwargs) == (self_args, self_kwargs)  # this order, for the sake of ANY

    __ne__ = object.__ne__

    def __call__(self, /, *args, **kwargs):
        called = self._mock_name
        described = "" if called is None else called, args, kwargs
        return _Call(described, name=f"{described[0]}()", parent=None if called is None else self)

    def __getattr__(self, attr):
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name="%s.%s" % (self._mock_name, attr), parent=self, from_kall=False)

    def __getattribute__(self, attr):
        if attr in tuple.__dict__ and not attr.startswith("__"):
            raise AttributeError  # count and index describe calls too
        return tuple.__getattribute__(self, attr)

    @property
    def args(self):
        return self[-2]

    @property
    def kwargs(self):
        return self[-1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return "call%s" % name if name.startswith("()") else name
        if len(self) == 2:
            return format_call("call", *self)
        name, args, kwargs = self
        if not name:
            name = "call"
        elif name.startswith("()"):
            name = "call%s" % name
        else:
            name = "call.%s" % name
        return format_call(name, args, kwargs)

    def call_list(self):
        """Return the calls of a chain, the first one first."""
        calls = []
        thing = self
        while thing is not None:
            if thing._mock_from_kall:
                calls.append(thing)
            thing = thing._mock_parent
        return _CallList(reversed(calls))


call = _Call(from_kall=False)
