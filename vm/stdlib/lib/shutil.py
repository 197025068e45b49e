"""Copying, moving and removing files and trees."""

import collections
import fnmatch
import os
import stat

__all__ = ["copyfileobj", "copyfile", "copymode", "copystat", "copy", "copy2", "copytree", "move", "rmtree", "Error", "SpecialFileError",
           "chown", "which", "get_terminal_size", "SameFileError", "disk_usage", "ignore_patterns"]

COPY_BUFSIZE = 256 * 1024


class Error(OSError):
    pass


class SameFileError(Error):
    """Source and destination are the same file."""


class SpecialFileError(OSError):
    """A pipe or the like cannot be copied."""


def copyfileobj(fsrc, fdst, length=0):
    read, write = fsrc.read, fdst.write
    while buf := read(length or COPY_BUFSIZE):
        write(buf)


def _same(src, dst):
    try:
        return os.path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy what is in a file."""
    if _same(src, dst):
        raise SameFileError("{!r} and {!r} are the same file".format(src, dst))
    for name in (src, dst):
        try:
            mode = os.stat(name).st_mode
        except OSError:
            continue
        if stat.S_ISFIFO(mode):
            raise SpecialFileError("`%s` is a named pipe" % os.fspath(name))
    if not follow_symlinks and os.path.islink(src):
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, "rb") as fsrc:
        try:
            with open(dst, "wb") as fdst:
                copyfileobj(fsrc, fdst)
        except IsADirectoryError as e:
            if os.path.exists(dst):
                raise
            raise FileNotFoundError(f"Directory does not exist: {dst}") from e
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    if follow_symlinks or not (os.path.islink(src) and os.path.islink(dst)):
        os.chmod(dst, stat.S_IMODE(os.stat(src).st_mode))


def copystat(src, dst, *, follow_symlinks=True):
    if not follow_symlinks and os.path.islink(src) and os.path.islink(dst):
        return
    st = os.stat(src)
    os.utime(dst, ns=(st.st_atime_ns, st.st_mtime_ns))
    os.chmod(dst, stat.S_IMODE(st.st_mode))


def _target(src, dst):
    return os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst


def copy(src, dst, *, follow_symlinks=True):
    """Copy a file and its mode."""
    dst = _target(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copy a file, its mode and its times."""
    dst = _target(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def ignore_patterns(*patterns):
    """Make a function for copytree that leaves out names that fit."""
    def _ignore_patterns(path, names):
        return {name for pattern in patterns for name in fnmatch.filter(names, pattern)}

    return _ignore_patterns


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Copy a tree; what went wrong is raised at the end."""
    with os.scandir(src) as itr:
        entries = list(itr)
    ignored = set() if ignore is None else ignore(os.fspath(src), [entry.name for entry in entries])
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors = []
    for entry in entries:
        if entry.name in ignored:
            continue
        srcname, dstname = os.path.join(src, entry.name), os.path.join(dst, entry.name)
        source = entry if copy_function in (copy, copy2) else srcname
        try:
            if entry.is_symlink():
                linkto = os.readlink(srcname)
                if symlinks:
                    os.symlink(linkto, dstname)
                    continue
                if not os.path.exists(srcname) and ignore_dangling_symlinks:
                    continue
            if entry.is_dir():
                copytree(srcname, dstname, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(source, dstname)
        except Error as e:
            errors.extend(e.args[0])
        except OSError as why:
            errors.append((srcname, dstname, str(why)))
    try:
        copystat(src, dst)
    except OSError as why:
        errors.append((src, dst, str(why)))
    if errors:
        raise Error(errors)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    """Remove a tree. onexc is called with a function, a path and an exception for each failure."""
    if ignore_errors:
        handle = lambda function, path, exc: None
    elif onexc is not None:
        handle = onexc
    elif onerror is not None:
        handle = lambda function, path, exc: onerror(function, path, (type(exc), exc, exc.__traceback__))
    else:
        def handle(function, path, exc):
            raise exc
    path = os.fspath(path)
    try:
        if os.path.islink(path):
            raise OSError("Cannot call rmtree on a symbolic link")
    except OSError as err:
        handle(os.path.islink, path, err)
        return
    try:
        os.lstat(path)
    except OSError as err:
        handle(os.lstat, path, err)
        return
    _remove(path, handle)


def _remove(path, handle):
    try:
        entries = list(os.scandir(path))
    except OSError as err:
        handle(os.scandir, path, err)
        entries = []
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            _remove(entry.path, handle)
            continue
        try:
            os.unlink(entry.path)
        except FileNotFoundError:
            continue
        except OSError as err:
            handle(os.unlink, entry.path, err)
    try:
        os.rmdir(path)
    except FileNotFoundError:
        pass
    except OSError as err:
        handle(os.rmdir, path, err)


rmtree.avoids_symlink_attacks = False


def move(src, dst, copy_function=copy2):
    """Move a file or tree, into dst if that is a folder."""
    real_dst = dst
    if os.path.isdir(dst):
        if _same(src, dst) and not os.path.islink(src):
            os.rename(src, dst)
            return dst
        real_dst = os.path.join(dst, os.path.basename(os.fspath(src).rstrip(os.path.sep)))
        if os.path.exists(real_dst):
            raise Error("Destination path '%s' already exists" % real_dst)
    try:
        os.rename(src, real_dst)
    except OSError:
        if os.path.islink(src):
            os.symlink(os.readlink(src), real_dst)
            os.unlink(src)
        elif os.path.isdir(src):
            inner = os.path.abspath(dst) + os.path.sep
            if inner.startswith(os.path.abspath(src) + os.path.sep):
                raise Error("Cannot move a directory '%s' into itself '%s'." % (src, dst))
            copytree(src, real_dst, copy_function=copy_function, symlinks=True)
            rmtree(src)
        else:
            copy_function(src, real_dst)
            os.unlink(src)
    return real_dst


usage = collections.namedtuple("usage", "total used free")


def disk_usage(path):
    from posix import _statvfs
    size, blocks, free, available = _statvfs(path)
    return usage(size * blocks, size * (blocks - free), size * available)


def chown(path, user=None, group=None, *, dir_fd=None, follow_symlinks=True):
    raise NotImplementedError("shutil.chown is not supported")


def get_terminal_size(fallback=(80, 24)):
    sizes = []
    for name, default in zip(("COLUMNS", "LINES"), fallback):
        try:
            size = int(os.environ[name])
        except (KeyError, ValueError):
            size = 0
        sizes.append(size if size > 0 else default)
    return os.terminal_size(sizes)


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """Return the path of a program, as a shell finds it."""
    def fits(full):
        return os.path.exists(full) and os.access(full, mode) and not os.path.isdir(full)

    if os.path.dirname(cmd):
        return cmd if fits(cmd) else None
    if path is None:
        path = os.environ.get("PATH", os.defpath)
    for folder in dict.fromkeys(os.fsdecode(path).split(os.pathsep) if path else ()):
        full = os.path.join(os.fsencode(folder) if isinstance(cmd, bytes) else folder, cmd)
        if fits(full):
            return full
    return None
