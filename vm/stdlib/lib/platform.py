"""What runs the program."""

import sys as _sys


def system():
    return {"linux": "Linux", "darwin": "Darwin"}.get(_sys.platform, _sys.platform)


def python_version():
    return ".".join(map(str, _sys.version_info[:3]))


def python_version_tuple():
    return tuple(map(str, _sys.version_info[:3]))


def python_implementation():
    return "CPython"


def machine():
    return "x86_64"


def processor():
    return ""


def node():
    return "localhost"


def release():
    return ""


def platform(aliased=False, terse=False):
    return f"{system()}-{machine()}"
