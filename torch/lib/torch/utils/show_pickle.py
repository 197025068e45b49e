"""Shows what a pickle would make, without making it: `python -m torch.utils.show_pickle FILE` or `ZIPFILE@PATTERN`."""

import argparse
import fnmatch
import pickle
import pprint
import sys
import zipfile

__all__ = ["FakeObject", "FakeClass", "DumpUnpickler", "main"]


class FakeObject:
    """Stands for an object: its class, arguments and state."""

    def __init__(self, module, name, args):
        self.module, self.name, self.args = module, name, args
        self.state = None

    def __repr__(self):
        shown = f"{self.module}.{self.name}{self.args!r}"
        return shown if self.state is None else f"{shown}(state={self.state!r})"

    def __setstate__(self, state):
        self.state = state


class FakeClass:
    """Stands for a class or function; calls give stand-ins for what they would make."""

    def __init__(self, module, name):
        self.module, self.name = module, name
        self.__new__ = self.fake_new

    def __repr__(self):
        return f"{self.module}.{self.name}"

    def __call__(self, *args):
        return FakeObject(self.module, self.name, args)

    def fake_new(self, *args):
        return FakeObject(self.module, self.name, args[1:])


class DumpUnpickler(pickle.Unpickler):
    def __init__(self, file, *, catch_invalid_utf8=False, **kwargs):
        super().__init__(file, **kwargs)
        self.catch_invalid_utf8 = catch_invalid_utf8

    def find_class(self, module, name):
        return FakeClass(module, name)

    def persistent_load(self, pid):
        return FakeObject("pers", "obj", (pid,))

    @classmethod
    def dump(cls, in_stream, out_stream):
        value = cls(in_stream).load()
        pprint.pprint(value, stream=out_stream)
        return value


def main(argv, output_stream=None):
    parser = argparse.ArgumentParser(description="Shows what is in a pickle")
    parser.add_argument("file", nargs="?", help="a pickle, or an archive and, behind @, which of its members")
    parser.add_argument("--recursive", action="store_true", help="also shows pickles that are strings of bytes in the pickle")
    args = parser.parse_args(argv[1:])
    out = sys.stdout if output_stream is None else output_stream
    name, _, pattern = args.file.partition("@")
    if not pattern:
        with open(name, "rb") as f:
            found = [DumpUnpickler.dump(f, out)]
    else:
        with zipfile.ZipFile(name) as z:
            members = [n for n in z.namelist() if fnmatch.fnmatch(n, pattern)]
            if not members:
                raise RuntimeError(f"Didn't find any member matching {pattern} in {name}")
            found = []
            for member in members[:1]:
                with z.open(member) as f:
                    found.append(DumpUnpickler.dump(f, out))
    if args.recursive:
        for value in found:
            _inner(value, out)


def _inner(value, out):
    """Shows the pickles in what was loaded."""
    if isinstance(value, bytes) and value[:1] == b"\x80":
        import io

        DumpUnpickler.dump(io.BytesIO(value), out)
    elif isinstance(value, dict):
        for item in value.items():
            _inner(item, out)
    elif isinstance(value, (list, tuple, set)):
        for item in value:
            _inner(item, out)
    elif isinstance(value, FakeObject):
        _inner((value.args, value.state), out)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
