"""The users of the system."""

from collections import namedtuple

struct_passwd = namedtuple("struct_passwd", "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell")


def getpwall():
    with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as f:
        rows = [line.rstrip("\n").split(":") for line in f]
    return [struct_passwd(r[0], r[1], int(r[2]), int(r[3]), *r[4:]) for r in rows if len(r) == 7]


def getpwnam(name, /):
    if not isinstance(name, str):
        raise TypeError(f"getpwnam() argument must be str, not {type(name).__name__}")
    for entry in getpwall():
        if entry.pw_name == name:
            return entry
    raise KeyError(f"getpwnam(): name not found: {name!r}")


def getpwuid(uid, /):
    for entry in getpwall():
        if entry.pw_uid == uid:
            return entry
    raise KeyError(f"getpwuid(): uid not found: {uid}")
