"""Paths of Windows, as text: what names in archives and manifests are checked with on any system."""

from pathlib import PurePath


def _divide(text):
    """The drive or share, the backslash behind it if there is one, and the rest of a path."""
    text = text.replace("/", "\\")
    if text.startswith("\\\\"):
        names = text[2:].split("\\", 2)
        if len(names) >= 2 and all(names[:2]):
            return "\\\\" + names[0] + "\\" + names[1], "\\", names[2] if len(names) == 3 else ""
    drive, rest = (text[:2], text[2:]) if text[1:2] == ":" else ("", text)
    return drive, "\\" if rest.startswith("\\") else "", rest.lstrip("\\")


class PureWindowsPath(PurePath):
    """A path of Windows: either slash divides it, it may begin with a drive or a share, and case does not matter."""

    __slots__ = ("_drive",)

    def __init__(self, *args):
        self._drive = self._root = ""
        self._tail = []
        for arg in args:
            text = arg if isinstance(arg, str) else str(arg)
            drive, root, rest = _divide(text)
            if root or drive and drive.lower() != self._drive.lower():
                self._tail = []
                self._root = root
            self._drive = drive or self._drive
            self._tail += [part for part in rest.split("\\") if part and part != "."]
        self._text = None

    def _with_tail(self, tail):
        return self.with_segments(self.anchor + "\\".join(tail))

    drive = property(lambda self: self._drive)
    anchor = property(lambda self: self._drive + self._root)

    def __str__(self):
        if self._text is None:
            self._text = self.anchor + "\\".join(self._tail) or "."
        return self._text

    __fspath__ = __str__

    def as_posix(self):
        return str(self).replace("\\", "/")

    @property
    def parts(self):
        return ((self.anchor,) if self.anchor else ()) + tuple(self._tail)

    def is_absolute(self):
        return bool(self._drive and self._root)

    def _order(self):
        return str(self).lower().split("\\")

    def __hash__(self):
        return hash(str(self).lower())

    def __eq__(self, other):
        return self._order() == other._order() if isinstance(other, PureWindowsPath) else NotImplemented

    def relative_to(self, other, *, walk_up=False):
        base = self.with_segments(other)
        whole, folded = len(base._tail), [part.lower() for part in self._tail]
        if base.anchor.lower() != self.anchor.lower() or folded[:whole] != [part.lower() for part in base._tail]:
            if walk_up:
                raise NotImplementedError("walk_up of Windows paths")
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r}")
        return self.with_segments(*self._tail[whole:])

    def is_relative_to(self, other):
        try:
            self.relative_to(other)
        except ValueError:
            return False
        return True
