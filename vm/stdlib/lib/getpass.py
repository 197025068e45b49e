"""Who runs the program, and a password from the terminal."""

import os
import sys

__all__ = ["GetPassWarning", "getpass", "getuser"]


class GetPassWarning(UserWarning):
    """The password shows while it is typed."""


def getuser():
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        if user := os.environ.get(name):
            return user
    import pwd
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError as e:
        raise OSError("No username set in the environment") from e


def getpass(prompt="Password: ", stream=None, *, echo_char=None):
    """Read a line from the terminal without showing it, with a prompt on standard error."""
    if echo_char is not None and (len(echo_char) != 1 or not echo_char.isprintable() or not echo_char.isascii()):
        raise ValueError(f"'echo_char' must be a single printable ASCII character, got: {echo_char!r}")
    from _source import read_hidden
    stream = stream or sys.stderr
    stream.write(prompt)
    stream.flush()
    line = read_hidden()
    if line is None:
        import warnings
        warnings.warn("Can not control echo on the terminal.", GetPassWarning, stacklevel=2)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.removesuffix("\n")
    stream.write("\n")
    return line
