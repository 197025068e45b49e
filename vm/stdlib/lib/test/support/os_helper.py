"""Files and the environment in tests."""

import contextlib
import os
import shutil
import tempfile

TESTFN = TESTFN_ASCII = f"@test_{os.getpid()}_tmp"
TESTFN_UNICODE = TESTFN + "-\xe0\xf2"
TESTFN_NONASCII = TESTFN_UNENCODABLE = TESTFN_UNDECODABLE = FS_NONASCII = None
SAVEDCWD = os.getcwd()


def unlink(filename):
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        os.unlink(filename)


def rmtree(path):
    shutil.rmtree(path, ignore_errors=True)


def rmdir(dirname):
    with contextlib.suppress(FileNotFoundError):
        os.rmdir(dirname)


def create_empty_file(filename):
    open(filename, "wb").close()


def can_symlink():
    return True


def skip_unless_symlink(test):
    return test


skip_unless_hardlink = skip_unless_xattr = skip_if_dac_override = skip_unless_working_chmod = skip_unless_symlink


def fs_is_case_insensitive(directory):
    return False


@contextlib.contextmanager
def temp_dir(path=None, quiet=False):
    if path is None:
        path = tempfile.mkdtemp()
    else:
        os.mkdir(path)
    try:
        yield path
    finally:
        rmtree(path)


@contextlib.contextmanager
def change_cwd(path, quiet=False):
    before = os.getcwd()
    os.chdir(path)
    try:
        yield os.getcwd()
    finally:
        os.chdir(before)


@contextlib.contextmanager
def temp_cwd(name="tempcwd", quiet=False):
    with temp_dir() as path, change_cwd(path) as here:
        yield here


class FakePath:
    """Has __fspath__."""

    def __init__(self, path):
        self.path = path

    def __repr__(self):
        return f"<FakePath {self.path!r}>"

    def __fspath__(self):
        if isinstance(self.path, BaseException) or isinstance(self.path, type) and issubclass(self.path, BaseException):
            raise self.path
        return self.path


class EnvironmentVarGuard:
    """Changes of the environment that end with the block."""

    def __init__(self):
        self._saved = {}

    def __enter__(self):
        return self

    def _keep(self, name):
        self._saved.setdefault(name, os.environ.get(name))

    def set(self, name, value):
        self._keep(name)
        os.environ[name] = value

    def unset(self, *names):
        for name in names:
            self._keep(name)
            os.environ.pop(name, None)

    __setitem__, __delitem__ = set, unset

    def __getitem__(self, name):
        return os.environ[name]

    def __contains__(self, name):
        return name in os.environ

    def __exit__(self, *ignore):
        for name, value in self._saved.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
