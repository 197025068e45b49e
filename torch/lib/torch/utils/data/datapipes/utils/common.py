"""Checks of the functions that pipes are given, and streams that pipes hand on."""
import fnmatch
import functools
import inspect
import os
import warnings
from io import IOBase

DILL_AVAILABLE = False


def dill_available():
    return DILL_AVAILABLE


def validate_input_col(fn, input_col):
    """Raises ValueError for a function that cannot be called with one argument, or with one for each column of a list."""
    try:
        parameters = inspect.signature(fn).parameters.values()
    except ValueError:  # a function without a signature takes what it takes
        return
    given = len(input_col) if isinstance(input_col, (list, tuple)) else 1
    kinds = [p.kind for p in parameters]
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in positional)
    by_keyword = sum(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in parameters)
    name = fn.__class__.__name__ if isinstance(fn, functools.partial) else getattr(fn, "__name__", fn.__class__.__name__)
    if by_keyword:
        raise ValueError(f"The function {name} takes {by_keyword} non-default keyword-only parameters, which is not allowed.")
    if given < needed:
        raise ValueError(f"The function {name} takes {len(positional)} positional parameters, but {given} are required.")
    if given > len(positional) and inspect.Parameter.VAR_POSITIONAL not in kinds:
        raise ValueError(f"The function {name} takes {len(positional)} parameters, but {given} are required.")


def _is_local_fn(fn):
    """Whether a function was made by another one."""
    if hasattr(fn, "__code__"):
        return fn.__code__.co_flags & inspect.CO_NESTED
    qualified = getattr(fn, "__qualname__", None) or getattr(type(fn), "__qualname__", None)
    return qualified is not None and "<locals>" in qualified


def _check_unpickable_fn(fn):
    """Warns of functions that pickle refuses."""
    if not callable(fn):
        raise TypeError(f"A callable function is expected, but {type(fn)} is provided.")
    if isinstance(fn, functools.partial):
        fn = fn.func
    kind = "Local" if _is_local_fn(fn) else "Lambda" if getattr(fn, "__name__", None) == "<lambda>" else None
    if kind is not None:
        warnings.warn(f"{kind} function is not supported by pickle, please use regular python function or functools.partial instead.", stacklevel=3)


def match_masks(name, masks):
    """Whether a name fits one of the patterns, or there is none."""
    if not masks:
        return True
    return any(fnmatch.fnmatch(name, mask) for mask in ([masks] if isinstance(masks, str) else masks))


def get_file_pathnames_from_root(root, masks, recursive=False, abspath=False, non_deterministic=False):
    """The files below a directory whose names fit the patterns; the path itself where it is a file."""
    def failed(error):
        warnings.warn(error.filename + " : " + error.strerror, stacklevel=2)
        raise error

    if os.path.isfile(root):
        path = os.path.abspath(root) if abspath else root
        if match_masks(os.path.basename(path), masks):
            yield path
        return
    for folder, folders, files in os.walk(root, onerror=failed):
        folder = os.path.abspath(folder) if abspath else folder
        if not non_deterministic:
            files.sort()
            folders.sort()
        yield from (os.path.join(folder, f) for f in files if match_masks(f, masks))
        if not recursive:
            return


def get_file_binaries_from_pathnames(pathnames, mode, encoding=None):
    """Pairs of each path and its file, opened."""
    pathnames = (pathnames,) if isinstance(pathnames, str) else pathnames
    mode = "r" + mode if mode in ("b", "t") else mode
    for path in pathnames:
        if not isinstance(path, str):
            raise TypeError(f"Expected string type for pathname, but got {type(path)}")
        yield path, StreamWrapper(open(path, mode, encoding=encoding))


def validate_pathname_binary_tuple(data):
    if not isinstance(data, tuple):
        raise TypeError(f"pathname binary data should be tuple type, but it is type {type(data)}")
    if len(data) != 2:
        raise TypeError(f"pathname binary stream tuple length should be 2, but got {len(data)}")
    if not isinstance(data[0], str):
        raise TypeError(f"pathname within the tuple should have string type pathname, but it is type {type(data[0])}")
    if not isinstance(data[1], (IOBase, StreamWrapper)):
        raise TypeError(f"binary stream within the tuple should have IOBase orits subclasses as type, but it is type {type(data[1])}")


class StreamWrapper:
    """A stream that is closed when nothing refers to it any more; a parent is closed with the last of its children."""

    session_streams = {}
    debug_unclosed_streams = False

    def __init__(self, file_obj, parent_stream=None, name=None):
        self.file_obj, self.name, self.child_counter, self.parent_stream, self.close_on_last_child, self.closed = file_obj, name, 0, parent_stream, False, False
        if parent_stream is not None:
            if not isinstance(parent_stream, StreamWrapper):
                raise RuntimeError(f"Parent stream should be StreamWrapper, {type(parent_stream)} was given")
            parent_stream.child_counter += 1
        if StreamWrapper.debug_unclosed_streams:
            StreamWrapper.session_streams[self] = 1

    @classmethod
    def close_streams(cls, v, depth=0):
        """Closes the streams inside of containers."""
        if depth > 10:
            return
        if isinstance(v, StreamWrapper):
            v.close()
        elif isinstance(v, dict):
            for item in v.values():
                cls.close_streams(item, depth + 1)
        elif isinstance(v, (list, tuple)):
            for item in v:
                cls.close_streams(item, depth + 1)

    def __getattr__(self, name):
        return getattr(self.__dict__["file_obj"], name)

    def close(self):
        if self.closed:
            return
        if StreamWrapper.debug_unclosed_streams:
            del StreamWrapper.session_streams[self]
        if self.parent_stream is not None:
            self.parent_stream.child_counter -= 1
            if not self.parent_stream.child_counter and self.parent_stream.close_on_last_child:
                self.parent_stream.close()
        try:
            self.file_obj.close()
        except AttributeError:
            pass
        self.closed = True

    def autoclose(self):
        """Closes the stream now, or with its last child."""
        self.close_on_last_child = True
        if self.child_counter == 0:
            self.close()

    def __dir__(self):
        return [*self.__dict__, *dir(type(self)), *dir(self.file_obj)]

    def __del__(self):
        if not self.closed:
            self.close()

    def __iter__(self):
        yield from self.file_obj

    def __next__(self):
        return next(self.file_obj)

    def __repr__(self):
        return f"StreamWrapper<{self.file_obj if self.name is None else self.name!r}>"

    def __getstate__(self):
        return self.file_obj

    def __setstate__(self, obj):
        self.__init__(obj)
