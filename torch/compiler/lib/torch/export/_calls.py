"""Which modules of a program are being called while it is traced, by their paths."""

import contextlib

from torch import nn

__all__ = ["watching"]


@contextlib.contextmanager
def watching(mod, stack, kept, calls, signature_of):
    """Keeps the stack of modules that are being called, and the signatures of calls of those that are to be kept, by their paths; further calls of a path have numbers behind it."""
    paths = {}
    for name, m in mod.named_modules(remove_duplicate=False):
        paths.setdefault(m, []).append(name)
    reads = _Reads(paths)
    counts, original = {}, nn.Module.__call__

    def call(module, *args, **kwargs):
        if module not in paths:
            return original(module, *args, **kwargs)
        path = reads.path_of(module, stack[-1][0] if stack else "")
        count = counts[path] = counts.get(path, -1) + 1
        name = f"{path}@{count}" if count else path
        stack.append((path, type(module), name))
        if path in kept:
            calls[name] = None
        try:
            out = original(module, *args, **kwargs)
        finally:
            stack.pop()
        if path in kept:
            calls[name] = signature_of(args, kwargs, out)
        return out

    nn.Module.__call__ = call
    try:
        with reads:
            yield
    finally:
        nn.Module.__call__ = original


class _Reads:
    """How modules that have several paths were read last: off their parents, or out of containers."""

    def __init__(self, paths):
        self.paths = paths
        self.several = {m for m, names in paths.items() if len(names) > 1}
        self._read, self._patched = {}, []

    def path_of(self, module, above):
        """Its path; of several, the one by whose name it was read for this call."""
        names = self.paths[module]
        above = above + "." if above else ""
        owner, name = self._read[module].pop() if self._read.get(module) else (None, "")
        owners = [f"{path}." if path else "" for path in self.paths.get(owner, ())]
        for before in sorted(owners, key=lambda path: not path.startswith(above)) or [above]:
            if before + name in names:
                return before + name
        return names[0]

    def _note(self, owner, name, found):
        if found in self.several:
            self._read.setdefault(found, []).append((owner, name))
        return found

    def __enter__(self):
        if self.several:
            for kind, method, by in _READERS:
                self._patched.append((kind, method, kind.__dict__[method]))
                setattr(kind, method, by(self._note, kind.__dict__[method]))
        return self

    def __exit__(self, *exc):
        for kind, method, original in reversed(self._patched):
            setattr(kind, method, original)
        self._patched.clear()


def _attribute(note, original):
    def get(module, name):
        found = original(module, name)
        return note(module, name, found) if isinstance(found, nn.Module) else found

    return get


def _item(note, original):
    def get(container, key):
        found = original(container, key)
        if isinstance(key, int):
            key %= len(container)
        return note(container, str(key), found) if isinstance(found, nn.Module) else found

    return get


def _each(note, _):
    def walk(container):
        return (note(container, key, m) for key, m in container._modules.items())

    return walk


def _pairs(note, _):
    def walk(container):
        return ((key, note(container, key, m)) for key, m in container._modules.items())

    return walk


# The methods by which programs read modules, with what notes it.
_READERS = [
    (nn.Module, "__getattr__", _attribute), (nn.ModuleList, "__getitem__", _item), (nn.ModuleList, "__iter__", _each), (nn.Sequential, "__getitem__", _item),
    (nn.Sequential, "__iter__", _each), (nn.ModuleDict, "__getitem__", _item), (nn.ModuleDict, "values", _each), (nn.ModuleDict, "items", _pairs),
]
