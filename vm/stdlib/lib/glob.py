"""File names by shell pattern."""

import os as _os
from pathlib import Path as _Path


def iglob(pathname, *, root_dir=None, recursive=False, include_hidden=False):
    base, pattern = (_Path("/"), pathname[1:]) if pathname.startswith("/") else (_Path(root_dir or "."), pathname)
    for path in base.glob(pattern):
        if include_hidden or not path.name.startswith("."):
            yield str(path)


def glob(pathname, *, root_dir=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def escape(pathname):
    return "".join(f"[{c}]" if c in "*?[" else c for c in pathname)
