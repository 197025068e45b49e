"""Versions that compare as numbers."""


def _version(text):
    """The version that a text or a sequence of numbers names; a ValueError where it names none."""
    from packaging.version import Version

    return Version(text if isinstance(text, str) else ".".join(map(str, text)))


class TorchVersion(str):
    """A str with the order of versions: '1.10' comes after '1.9'."""

    def _compare(self, inp, decide, textual):
        try:
            return decide(_version(self), _version(inp))
        except (ValueError, TypeError):
            return textual(str(self), inp)

    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b, str.__lt__)

    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b, str.__le__)

    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b, str.__gt__)

    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b, str.__ge__)

    def __eq__(self, other):
        return self._compare(other, lambda a, b: a == b, str.__eq__)

    __hash__ = str.__hash__


from torch.version import __version__ as _of_magneto

__version__ = TorchVersion(_of_magneto)
