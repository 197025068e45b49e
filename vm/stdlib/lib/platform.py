"""What runs the program, and on what."""

import os as _os
import sys as _sys
from collections import namedtuple as _namedtuple

__all__ = ["architecture", "freedesktop_os_release", "libc_ver", "machine", "node", "platform", "processor", "python_branch", "python_build", "python_compiler",
           "python_implementation", "python_revision", "python_version", "python_version_tuple", "release", "system", "uname", "version"]

uname_result = _namedtuple("uname_result", "system node release version machine")


def uname():
    return uname_result(*_os.uname())


def system():
    return uname().system


def node():
    return uname().node


def release():
    return uname().release


def version():
    return uname().version


def machine():
    return uname().machine


def processor():
    return ""


def architecture(executable=_sys.executable, bits="", linkage=""):
    return bits or "64bit", linkage


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    """Return the C library: there is none."""
    return lib, version


def platform(aliased=False, terse=False):
    host = uname()
    return "-".join([host.system, host.release] + ([] if terse else [host.machine]))


def freedesktop_os_release():
    """Return the entries of the file that describes the system."""
    import shlex
    for name in ("/etc/os-release", "/usr/lib/os-release"):
        try:
            with open(name, encoding="utf-8") as f:
                entries = {"NAME": "Linux", "ID": "linux", "PRETTY_NAME": "Linux"}
                for line in f:
                    key, equals, value = line.strip().partition("=")
                    if equals and not key.startswith("#"):
                        entries[key] = "".join(shlex.split(value))
                return entries
        except OSError as e:
            error = e
    raise OSError(error.errno, "Unable to read files /etc/os-release, /usr/lib/os-release")


def python_version():
    return ".".join(map(str, _sys.version_info[:3]))


def python_version_tuple():
    return tuple(map(str, _sys.version_info[:3]))


def python_implementation():
    return "CPython"


def python_branch():
    return ""


def python_revision():
    return ""


def python_build():
    return "magneto", ""


def python_compiler():
    return "magneto"
