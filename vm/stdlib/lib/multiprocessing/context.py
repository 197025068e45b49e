"""Start methods. All of them begin with an empty machine: what a forked process would have of its parent's memory, it makes anew by running the main module up to where
it was started."""

from . import process
from .process import BaseProcess

METHODS = ("forkserver", "fork", "spawn")
_method = None


class ProcessError(Exception):
    """What goes wrong between processes."""


class BufferTooShort(ProcessError):
    """A message is larger than the place for it."""


class TimeoutError(ProcessError):
    """An answer has not come in time."""


class AuthenticationError(ProcessError):
    """The other end does not know the key."""


def get_start_method(allow_none=False):
    return _method if _method is not None or allow_none else METHODS[0]


def set_start_method(method, force=False):
    global _method
    if _method is not None and not force:
        raise RuntimeError("context has already been set")
    if method is not None and method not in METHODS:
        raise ValueError(f"cannot find context for {method!r}")
    _method = method


def get_all_start_methods():
    return list(METHODS)


class Process(BaseProcess):
    pass


class SpawnProcess(BaseProcess):
    _start_method = "spawn"


class ForkProcess(BaseProcess):
    _start_method = "fork"


class ForkServerProcess(BaseProcess):
    _start_method = "forkserver"


class BaseContext:
    """The functions of the module multiprocessing, with a start method."""

    Process = Process
    ProcessError, BufferTooShort, TimeoutError, AuthenticationError = ProcessError, BufferTooShort, TimeoutError, AuthenticationError
    current_process, parent_process, active_children = staticmethod(process.current_process), staticmethod(process.parent_process), staticmethod(process.active_children)
    _name = None

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        import multiprocessing

        if name in multiprocessing.__all__:
            return getattr(multiprocessing, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def get_start_method(self, allow_none=False):
        return self._name or get_start_method(allow_none)

    def set_start_method(self, method, force=False):
        raise ValueError("cannot set start method of concrete context")

    def get_context(self, method=None):
        return get_context(method) if method is not None else self

    def Pool(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        from .pool import Pool

        return Pool(processes, initializer, initargs, maxtasksperchild, context=self)


class DefaultContext(BaseContext):
    Process = Process

    def set_start_method(self, method, force=False):
        set_start_method(method, force)


class SpawnContext(BaseContext):
    _name, Process = "spawn", SpawnProcess


class ForkContext(BaseContext):
    _name, Process = "fork", ForkProcess


class ForkServerContext(BaseContext):
    _name, Process = "forkserver", ForkServerProcess

    def set_forkserver_preload(self, module_names):
        pass


_contexts = {"spawn": SpawnContext(), "fork": ForkContext(), "forkserver": ForkServerContext()}
default = DefaultContext()


def get_context(method=None):
    if method is None:
        return default
    try:
        return _contexts[method]
    except KeyError:
        raise ValueError(f"cannot find context for {method!r}") from None


def get_spawning_popen():
    return None


def assert_spawning(obj):
    raise RuntimeError(f"{type(obj).__name__} objects should only be shared between processes through inheritance")
