"""The groups of the system."""

from collections import namedtuple

struct_group = namedtuple("struct_group", "gr_name gr_passwd gr_gid gr_mem")


def getgrall():
    with open("/etc/group", encoding="utf-8", errors="surrogateescape") as f:
        rows = [line.rstrip("\n").split(":") for line in f]
    return [struct_group(r[0], r[1], int(r[2]), r[3].split(",") if r[3] else []) for r in rows if len(r) == 4]


def getgrnam(name):
    for entry in getgrall():
        if entry.gr_name == name:
            return entry
    raise KeyError(f"getgrnam(): name not found: {name!r}")


def getgrgid(id):
    for entry in getgrall():
        if entry.gr_gid == id:
            return entry
    raise KeyError(f"getgrgid(): gid not found: {id}")
