"""Versions by PEP 440: their parts, their order and their canonical text."""

import re

__all__ = ["VERSION_PATTERN", "InvalidVersion", "Version", "parse"]

VERSION_PATTERN = r"""
    v?
    (?:(?P<epoch>[0-9]+)!)?
    (?P<release>[0-9]+(?:\.[0-9]+)*)
    (?P<pre>[-_.]?(?P<pre_l>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?P<pre_n>[0-9]+)?)?
    (?P<post>-(?P<post_n1>[0-9]+)|[-_.]?(?P<post_l>post|rev|r)[-_.]?(?P<post_n2>[0-9]+)?)?
    (?P<dev>[-_.]?(?P<dev_l>dev)[-_.]?(?P<dev_n>[0-9]+)?)?
    (?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?
"""

_version = re.compile(r"\s*" + VERSION_PATTERN + r"\s*\Z", re.VERBOSE | re.IGNORECASE)
_LETTERS = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}


class InvalidVersion(ValueError):
    """A text is no version."""


def parse(version):
    return Version(version)


class Version:
    """A version: [epoch!]release[pre][.post][.dev][+local]. Versions compare by their parts, not by their text."""

    def __init__(self, version):
        match = _version.match(version)
        if match is None:
            raise InvalidVersion(f"Invalid version: {version!r}")
        part = match.groupdict()
        self.epoch = int(part["epoch"] or 0)
        self.release = tuple(map(int, part["release"].split(".")))
        letter = (part["pre_l"] or "").lower()
        self.pre = (_LETTERS.get(letter, letter), int(part["pre_n"] or 0)) if letter else None
        self.post = int(part["post_n1"] or part["post_n2"] or 0) if part["post"] else None
        self.dev = int(part["dev_n"] or 0) if part["dev"] else None
        self._local = tuple(int(p) if p.isdigit() else p for p in re.split(r"[-_.]", part["local"].lower())) if part["local"] else None
        self._key = self._order()

    def _order(self):
        """What versions are sorted by: where a part is missing stands what comes before or behind all that it could be."""
        release = self.release
        while release and release[-1] == 0:
            release = release[:-1]
        pre = self.pre
        if pre is None:
            only_dev = self.post is None and self.dev is not None
            pre = ("",) if only_dev else ("z",)
        post = -1 if self.post is None else self.post
        dev = float("inf") if self.dev is None else self.dev
        local = () if self._local is None else tuple((p, "") if isinstance(p, int) else (-1, p) for p in self._local)
        return self.epoch, release, pre, post, dev, self._local is not None, local

    @property
    def local(self):
        return None if self._local is None else ".".join(map(str, self._local))

    @property
    def base_version(self):
        epoch = f"{self.epoch}!" if self.epoch else ""
        return epoch + ".".join(map(str, self.release))

    @property
    def public(self):
        return str(self).partition("+")[0]

    @property
    def is_prerelease(self):
        return self.dev is not None or self.pre is not None

    @property
    def is_postrelease(self):
        return self.post is not None

    @property
    def is_devrelease(self):
        return self.dev is not None

    @property
    def major(self):
        return self.release[0]

    @property
    def minor(self):
        return self.release[1] if len(self.release) > 1 else 0

    @property
    def micro(self):
        return self.release[2] if len(self.release) > 2 else 0

    def __str__(self):
        text = self.base_version
        if self.pre is not None:
            text += "".join(map(str, self.pre))
        if self.post is not None:
            text += f".post{self.post}"
        if self.dev is not None:
            text += f".dev{self.dev}"
        return text if self._local is None else f"{text}+{self.local}"

    def __repr__(self):
        return f"<Version({str(self)!r})>"

    def __hash__(self):
        return hash(self._key)

    def __eq__(self, other):
        return self._key == other._key if isinstance(other, Version) else NotImplemented

    def __lt__(self, other):
        return self._key < other._key if isinstance(other, Version) else NotImplemented

    def __le__(self, other):
        return self._key <= other._key if isinstance(other, Version) else NotImplemented

    def __gt__(self, other):
        return self._key > other._key if isinstance(other, Version) else NotImplemented

    def __ge__(self, other):
        return self._key >= other._key if isinstance(other, Version) else NotImplemented
