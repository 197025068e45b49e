"""The parts of a file's mode."""

ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)

S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG, S_IFIFO, S_IFLNK, S_IFSOCK = 0o040000, 0o020000, 0o060000, 0o100000, 0o010000, 0o120000, 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0
S_ISUID, S_ISGID, S_ISVTX, S_ENFMT = 0o4000, 0o2000, 0o1000, 0o2000
S_IREAD, S_IWRITE, S_IEXEC = 0o400, 0o200, 0o100
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001


def S_IMODE(mode):
    return mode & 0o7777


def S_IFMT(mode):
    return mode & 0o170000


def _test_of(name, kind):
    """Make the function that tells whether a mode is that of a kind of files."""

    def test(mode):
        return kind != 0 and S_IFMT(mode) == kind

    test.__name__ = test.__qualname__ = name
    return test


S_ISDIR, S_ISCHR, S_ISBLK, S_ISREG = (
    _test_of("S_IS" + _name, _kind) for _name, _kind in (("DIR", S_IFDIR), ("CHR", S_IFCHR), ("BLK", S_IFBLK), ("REG", S_IFREG)))
S_ISFIFO, S_ISLNK, S_ISSOCK = (
    _test_of("S_IS" + _name, _kind) for _name, _kind in (("FIFO", S_IFIFO), ("LNK", S_IFLNK), ("SOCK", S_IFSOCK)))
S_ISDOOR, S_ISPORT, S_ISWHT = (_test_of("S_IS" + _name, 0) for _name in ("DOOR", "PORT", "WHT"))

_KINDS = {S_IFLNK: "l", S_IFSOCK: "s", S_IFREG: "-", S_IFBLK: "b", S_IFDIR: "d", S_IFCHR: "c", S_IFIFO: "p"}


def filemode(mode):
    """Return a mode as "ls -l" shows it."""
    text = _KINDS.get(S_IFMT(mode), "?")
    for shift, special, letter in ((6, S_ISUID, "s"), (3, S_ISGID, "s"), (0, S_ISVTX, "t")):
        bits = mode >> shift
        text += "r" if bits & 4 else "-"
        text += "w" if bits & 2 else "-"
        if mode & special:
            text += letter if bits & 1 else letter.upper()
        else:
            text += "x" if bits & 1 else "-"
    return text
