"""Versions that compare as numbers."""

import re


def _parts(text):
    """Release numbers, and what puts pre-releases before and local versions behind."""
    match = re.match(r"\s*v?(\d+(?:\.\d+)*)(?:[-_.]?(a|alpha|b|beta|c|rc|pre|preview|dev|post|rev|r)[-_.]?(\d*))?(?:[-_.]?dev\d*)?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?\s*$",
                     str(text).lower())
    if match is None:
        raise ValueError(f"Invalid version: '{text}'")
    release = tuple(map(int, match[1].split(".")))
    while release and release[-1] == 0:
        release = release[:-1]
    stages = {"dev": 0, "a": 1, "alpha": 1, "b": 2, "beta": 2, "c": 3, "rc": 3, "pre": 3, "preview": 3, None: 4, "post": 5, "rev": 5, "r": 5}
    stage = stages[match[2]]
    return release, stage, int(match[3] or 0), match[4] or ""


class TorchVersion(str):
    """A str with the order of versions: '1.10' comes after '1.9'."""

    def _convert(self, inp):
        if isinstance(inp, TorchVersion) or isinstance(inp, str):
            return _parts(inp)
        return _parts(".".join(map(str, inp)))

    def _compare(self, inp, decide, textual):
        try:
            return decide(_parts(self), self._convert(inp))
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
