"""Conditions on versions by PEP 440, such as "~=1.4.2" or ">=1.0,<2.0"."""

import re

from packaging.version import InvalidVersion, Version

__all__ = ["InvalidSpecifier", "Specifier", "SpecifierSet"]

_specifier = re.compile(r"\s*(~=|===|==|!=|<=|>=|<|>)\s*([^\s,;)]+)\s*\Z")


class InvalidSpecifier(ValueError):
    """A text is no condition on versions."""


def _coerced(version):
    return version if isinstance(version, Version) else Version(version)


class Specifier:
    """One condition: an operator and a version, which may end in ".*" behind == and !=."""

    def __init__(self, spec="", prereleases=None):
        match = _specifier.match(spec)
        if match is None:
            raise InvalidSpecifier(f"Invalid specifier: {spec!r}")
        self.operator, self.version = match.groups()
        self._prefix = self.version.endswith(".*") and self.operator in ("==", "!=")
        self._prereleases = prereleases
        try:
            self._bound = None if self.operator == "===" else Version(self.version[:-2] if self._prefix else self.version)
        except InvalidVersion:
            raise InvalidSpecifier(f"Invalid specifier: {spec!r}") from None
        if self.operator == "~=" and len(self._bound.release) < 2:
            raise InvalidSpecifier(f"Invalid specifier: {spec!r}")

    @property
    def prereleases(self):
        if self._prereleases is not None:
            return self._prereleases
        return self.operator in ("==", ">=", "<=", "~=") and not self._prefix and self._bound.is_prerelease

    def _begins(self, version, release):
        """Whether a version is one of the release: 1.4.7 is one of 1.4."""
        padded = version.release + (0,) * (len(release) - len(version.release))
        return version.epoch == self._bound.epoch and padded[:len(release)] == release

    def _holds(self, version):
        bound, public = self._bound, Version(version.public)
        match self.operator:
            case "===":
                return str(version).lower() == self.version.lower()
            case "==" | "!=":
                if self._prefix:
                    same = self._begins(version, bound.release)
                else:
                    same = (version if bound.local is not None else public) == bound
                return same == (self.operator == "==")
            case "~=":
                return public >= bound and self._begins(version, bound.release[:-1])
            case "<=":
                return public <= bound
            case ">=":
                return public >= bound
            case "<":  # no pre-release of the bound, unless that is one
                return version < bound and (bound.is_prerelease or not version.is_prerelease or Version(version.base_version) != Version(bound.base_version))
            case ">":  # nor a post-release or local version of it
                same_base = Version(version.base_version) == Version(bound.base_version)
                return version > bound and not (same_base and (version.is_postrelease and not bound.is_postrelease or version.local is not None))

    def contains(self, item, prereleases=None):
        version = _coerced(item)
        if prereleases is False and version.is_prerelease and not self.prereleases:
            return False
        return self._holds(version)

    __contains__ = contains

    def filter(self, iterable, prereleases=None):
        return SpecifierSet(str(self)).filter(iterable, prereleases)

    def __str__(self):
        return self.operator + self.version

    def __repr__(self):
        return f"<Specifier({str(self)!r})>"

    def __hash__(self):
        return hash((self.operator, self._bound or self.version))

    def __eq__(self, other):
        if isinstance(other, str):
            other = Specifier(other)
        return (self.operator, self._bound or self.version) == (other.operator, other._bound or other.version) if isinstance(other, Specifier) else NotImplemented


class SpecifierSet:
    """Conditions that hold together, separated by commas in their text."""

    def __init__(self, specifiers="", prereleases=None):
        parts = [p for p in specifiers.split(",") if p.strip()] if isinstance(specifiers, str) else specifiers
        self._specs = frozenset(p if isinstance(p, Specifier) else Specifier(p) for p in parts)
        self.prereleases = prereleases

    def contains(self, item, prereleases=None, installed=None):
        version = _coerced(item)
        if prereleases is None:
            prereleases = self.prereleases
        if prereleases is False and version.is_prerelease and not any(s.prereleases for s in self._specs):
            return False
        return all(s.contains(version, prereleases=True) for s in self._specs)

    __contains__ = contains

    def filter(self, iterable, prereleases=None):
        """Those that meet the conditions; pre-releases only where they are asked for, or where nothing else does."""
        found = [item for item in iterable if self.contains(item, prereleases=True)]
        if prereleases is None:
            prereleases = self.prereleases or any(s.prereleases for s in self._specs) or None
        finals = [item for item in found if not _coerced(item).is_prerelease]
        return iter(found if prereleases or prereleases is None and not finals else finals)

    def __and__(self, other):
        return SpecifierSet(",".join(filter(None, (str(self), str(other)))), self.prereleases)

    def __str__(self):
        return ",".join(sorted(map(str, self._specs)))

    def __repr__(self):
        return f"<SpecifierSet({str(self)!r})>"

    def __len__(self):
        return len(self._specs)

    def __iter__(self):
        return iter(self._specs)

    def __hash__(self):
        return hash(self._specs)

    def __eq__(self, other):
        if isinstance(other, (str, Specifier)):
            other = SpecifierSet(str(other))
        return self._specs == other._specs if isinstance(other, SpecifierSet) else NotImplemented
