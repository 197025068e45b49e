"""The directory that compilations keep files in."""

import contextlib
import getpass
import os
import re
import tempfile

_VARIABLE = "TORCHINDUCTOR_CACHE_DIR"


def cache_dir():
    path = os.path.abspath(os.environ.get(_VARIABLE) or default_cache_dir())
    os.environ[_VARIABLE] = path
    os.makedirs(path, exist_ok=True)
    return path


def default_cache_dir():
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = f"uid_{os.getuid()}"
    return os.path.join(tempfile.gettempdir(), "torchinductor_" + re.sub(r'[\\/:*?"<>|]', "_", user))


@contextlib.contextmanager
def temporary_cache_dir(directory):
    """Has another directory serve for a while."""
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = directory
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
