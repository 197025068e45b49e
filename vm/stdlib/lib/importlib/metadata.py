"""Metadata of installed packages: the folders NAME-VERSION.dist-info and .egg-info beside them."""

import os
import re
import sys
from collections import namedtuple


class PackageNotFoundError(ModuleNotFoundError):
    """There is no package of that name."""

    def __str__(self):
        return f"No package metadata was found for {self.name}"

    @property
    def name(self):
        return self.args[0]


class PackageMetadata:
    """The header fields of a METADATA file (core metadata specifications); their names are read without regard to case."""

    def __init__(self, text):
        self._fields = []
        header, _, body = text.partition("\n\n")
        for line in header.splitlines():
            if line[:1] in (" ", "\t") and self._fields:
                key, value = self._fields[-1]
                self._fields[-1] = key, value + "\n" + line.strip()
            elif ":" in line:
                key, _, value = line.partition(":")
                self._fields.append((key, value.strip()))
        if body.strip() and "Description" not in self:
            self._fields.append(("Description", body))

    def get_all(self, name, failobj=None):
        return [v for k, v in self._fields if k.lower() == name.lower()] or failobj

    def get(self, name, failobj=None):
        return (self.get_all(name) or [failobj])[0]

    def __getitem__(self, name):
        return self.get(name)

    def __contains__(self, name):
        return self.get_all(name) is not None

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self._fields)

    def keys(self):
        return [k for k, _ in self._fields]

    def items(self):
        return list(self._fields)


class EntryPoint(namedtuple("EntryPoint", ["name", "value", "group"])):
    """An object that a package offers: "module:attribute [extras]"."""

    _PATTERN = re.compile(r"(?P<module>[\w.]+)\s*(:\s*(?P<attr>[\w.]+)\s*)?((?P<extras>\[.*\])\s*)?$")

    def __repr__(self):
        return f"EntryPoint(name={self.name!r}, value={self.value!r}, group={self.group!r})"

    @property
    def module(self):
        return self._PATTERN.match(self.value)["module"]

    @property
    def attr(self):
        return self._PATTERN.match(self.value)["attr"] or ""

    @property
    def extras(self):
        return re.findall(r"\w+", self._PATTERN.match(self.value)["extras"] or "")

    def load(self):
        import importlib
        value = importlib.import_module(self.module)
        for name in filter(None, self.attr.split(".")):
            value = getattr(value, name)
        return value


class EntryPoints(tuple):
    """Entry points, of which select gives those with the wanted name, value or group."""

    def select(self, **wanted):
        return EntryPoints(e for e in self if all(getattr(e, k) == v for k, v in wanted.items()))

    def __getitem__(self, name):
        for e in self:
            if e.name == name:
                return e
        raise KeyError(name)

    @property
    def names(self):
        return {e.name for e in self}

    @property
    def groups(self):
        return {e.group for e in self}


class Distribution:
    """One installed package."""

    def __init__(self, folder):
        self._folder = folder

    def read_text(self, filename):
        path = self._folder if os.path.isfile(self._folder) and filename == "PKG-INFO" else os.path.join(self._folder, filename)
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except (OSError, UnicodeDecodeError):
            return None

    @property
    def metadata(self):
        return PackageMetadata(self.read_text("METADATA") or self.read_text("PKG-INFO") or "")

    @property
    def name(self):
        return self.metadata["Name"]

    @property
    def version(self):
        return self.metadata["Version"]

    @property
    def requires(self):
        return self.metadata.get_all("Requires-Dist")

    @property
    def files(self):
        from pathlib import PurePosixPath
        text = self.read_text("RECORD") or self.read_text("installed-files.txt") or self.read_text("SOURCES.txt")
        return None if text is None else [PurePosixPath(line.partition(",")[0]) for line in text.splitlines() if line]

    @property
    def entry_points(self):
        found, group = [], None
        for line in (self.read_text("entry_points.txt") or "").splitlines():
            line = line.strip()
            if line.startswith("["):
                group = line.strip("[]").strip()
            elif "=" in line and group and not line.startswith(("#", ";")):
                name, _, value = line.partition("=")
                found.append(EntryPoint(name.strip(), value.strip(), group))
        return EntryPoints(found)


class _OwnDistribution(Distribution):
    """A package that the interpreter itself provides."""

    def __init__(self, name, version):
        self._text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"

    def read_text(self, filename):
        return self._text if filename == "METADATA" else None


_OWN = "torch", "numpy", "safetensors", "typing_extensions"


def _normalized(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(*, name=None, path=None):
    """The packages in the folders of path, which is sys.path if it is not given."""
    for folder in sys.path if path is None else path:
        try:
            entries = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for entry in entries:
            base, ending = os.path.splitext(entry)
            if ending in (".dist-info", ".egg-info") and (name is None or _normalized(base.partition("-")[0]) == _normalized(name)):
                yield Distribution(os.path.join(folder, entry))
    for own in _OWN if path is None else ():
        if name is None or _normalized(name) == _normalized(own):
            import importlib
            yield _OwnDistribution(own, getattr(importlib.import_module(own), "__version__", "0"))


def distribution(name):
    if not name:
        raise ValueError("A distribution name is required.")
    for found in distributions(name=name):
        return found
    raise PackageNotFoundError(name)


def metadata(name):
    return distribution(name).metadata


def version(name):
    return distribution(name).version


def requires(name):
    return distribution(name).requires


def files(name):
    return distribution(name).files


def entry_points(**wanted):
    found = [e for d in distributions() if not isinstance(d, _OwnDistribution) for e in d.entry_points]
    return EntryPoints(found).select(**wanted)


def packages_distributions():
    """For each importable name the packages that it is of."""
    names = {}
    for d in distributions():
        if isinstance(d, _OwnDistribution):
            tops = [d.name]
        else:
            listed = (d.read_text("top_level.txt") or "").split()
            tops = listed or {f.parts[0].removesuffix(".py") for f in d.files or () if len(f.parts) > 1 or f.suffix == ".py"}
        for top in tops:
            if top.isidentifier():
                names.setdefault(top, []).append(d.name)
    return names
