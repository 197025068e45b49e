"""Representations of bounded size, and of structures that contain themselves."""

__all__ = ["Repr", "repr", "recursive_repr"]

_repr = repr


def recursive_repr(fillvalue="..."):
    """Make a __repr__ return fillvalue where it is called for itself again."""

    def decorator(function):
        running = set()

        def wrapper(self):
            key = id(self)
            if key in running:
                return fillvalue
            running.add(key)
            try:
                return function(self)
            finally:
                running.discard(key)

        wrapper.__module__ = function.__module__
        wrapper.__doc__ = function.__doc__
        wrapper.__name__ = function.__name__
        wrapper.__qualname__ = function.__qualname__
        wrapper.__wrapped__ = function
        return wrapper

    return decorator


class Repr:
    """repr() with limits on depth and number of items."""

    def __init__(self, *, maxlevel=6, maxtuple=6, maxlist=6, maxarray=5, maxdict=4, maxset=6, maxfrozenset=6, maxdeque=6,
                 maxstring=30, maxlong=40, maxother=30, fillvalue="...", indent=None):
        limits = dict(locals())
        del limits["self"]
        vars(self).update(limits)

    def repr1(self, x, level):
        kind = type(x).__name__.replace(" ", "_")
        return getattr(self, f"repr_{kind}", self.repr_instance)(x, level)

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def _join(self, parts, level):
        """Put the parts behind each other, or on lines of their own if there is an indent."""
        if self.indent is None or not parts:
            return ", ".join(parts)
        indent = self.indent
        if isinstance(indent, int):
            if indent < 0:
                raise ValueError(f"Repr.indent cannot be negative int (was {indent!r})")
            indent = " " * indent
        elif not isinstance(indent, str):
            raise TypeError(f"Repr.indent must be a str, int or None, not {type(indent)}")
        depth = self.maxlevel - level
        return "".join(f"\n{indent * (depth + 1)}{part}," for part in parts) + "\n" + indent * depth

    def _items(self, x, level, left, right, limit, trail=""):
        n = len(x)
        if level <= 0 and n:
            inner = self.fillvalue
        else:
            parts = [self.repr1(item, level - 1) for item, _ in zip(x, range(limit))]
            if n > limit:
                parts.append(self.fillvalue)
            inner = self._join(parts, level)
            if n == 1 and trail and self.indent is None:
                right = trail + right
        return left + inner + right

    def repr_tuple(self, x, level):
        return self._items(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        return self._items(x, level, "[", "]", self.maxlist)

    def repr_array(self, x, level):
        if not x:
            return f"array('{x.typecode}')"
        return self._items(x, level, f"array('{x.typecode}', [", "])", self.maxarray)

    def repr_set(self, x, level):
        if not x:
            return "set()"
        return self._items(_sorted(x), level, "{", "}", self.maxset)

    def repr_frozenset(self, x, level):
        if not x:
            return "frozenset()"
        return self._items(_sorted(x), level, "frozenset({", "})", self.maxfrozenset)

    def repr_deque(self, x, level):
        return self._items(x, level, "deque([", "])", self.maxdeque)

    def repr_dict(self, x, level):
        n = len(x)
        if n == 0:
            return "{}"
        if level <= 0:
            return "{" + self.fillvalue + "}"
        parts = []
        for key, _ in zip(_sorted(x), range(self.maxdict)):
            parts.append("%s: %s" % (self.repr1(key, level - 1), self.repr1(x[key], level - 1)))
        if n > self.maxdict:
            parts.append(self.fillvalue)
        return "{" + self._join(parts, level) + "}"

    def _shorten(self, s, limit):
        return self._cut(s, limit) if len(s) > limit else s

    def _cut(self, s, limit):
        begin, end = _ends(limit)
        return s[:begin] + self.fillvalue + s[len(s) - end:]

    def repr_int(self, x, level):
        return self._shorten(_repr(x), self.maxlong)

    def repr_str(self, x, level):
        limit = self.maxstring
        shown = _repr(x[:limit])
        if len(shown) > limit:
            begin, end = _ends(limit)
            shown = self._cut(_repr(x[:begin] + x[len(x) - end:]), limit)
        return shown

    def repr_instance(self, x, level):
        try:
            s = _repr(x)
        except Exception:
            return "<%s instance at %#x>" % (x.__class__.__name__, id(x))
        return self._shorten(s, self.maxother)


def _ends(limit):
    """Return how many characters stay at the beginning and the end of a text of which limit are shown, three of them dots."""
    rest = max(0, limit - 3)
    return rest // 2, rest - rest // 2


def _sorted(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


aRepr = Repr()
repr = aRepr.repr
