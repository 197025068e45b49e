"""The beginning of a process: what it is told, and the main module, which it imports under another name."""

import _processes
import io
import os
import pickle
import sys

from . import context, process
from .reduction import ForkingPickler

__all__ = ["freeze_support", "get_preparation_data", "import_main_path", "prepare", "set_executable", "get_executable"]

_UNGUARDED = """
        An attempt has been made to start a new process before the
        current process has finished its bootstrapping phase.

        This probably means that you are not using fork to start your
        child processes and you have forgotten to use the proper idiom
        in the main module:

            if __name__ == '__main__':
                freeze_support()
                ...

        The "freeze_support()" line can be omitted if the program
        is not going to be frozen to produce an executable.

        To fix this issue, refer to the "Safe importing of main module"
        section in https://docs.python.org/3/library/multiprocessing.html
        """


class _Started(BaseException):
    """Ends the import of a main module where the process that imports it was started: behind it, a forked process would not go on either."""


def start(obj):
    """Start the process of an object, and give what it can be waited for by."""
    current = process.current_process()
    if current._inheriting:
        if current._inheriting == "fork":
            raise _Started
        raise RuntimeError(_UNGUARDED)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, ValueError):
            pass
    buffer = io.BytesIO()
    pickler = ForkingPickler(buffer)
    pickler.dump(get_preparation_data(obj.name) | {"start_method": obj._start_method or context.get_start_method(), "parent": (current.name, os.getpid())})
    pickler.clear_memo()
    pickler.dump(obj)
    return _processes.start(buffer.getvalue())


def get_preparation_data(name):
    main = sys.modules.get("__main__")
    data = {"name": name, "sys_path": list(sys.path), "sys_argv": list(sys.argv), "authkey": process.current_process().authkey}
    spec = getattr(main, "__spec__", None)
    if getattr(spec, "name", None) is not None:
        data["init_main_from_name"] = spec.name
    elif (path := getattr(main, "__file__", None)) is not None and not path.startswith("<"):
        data["init_main_from_path"] = os.path.abspath(path)
    return data


def prepare(data):
    current = process.current_process()
    current._name = data.get("name", current._name)
    sys.path[:], sys.argv[:] = data["sys_path"], data["sys_argv"]
    if data.get("start_method") is not None:
        context.set_start_method(data["start_method"], force=True)
    if data["start_method"] == "fork":
        with _silent():
            try:
                _import_main(data)
            except _Started:
                pass
    else:
        _import_main(data)


def _import_main(data):
    if "init_main_from_name" in data:
        import_main(run_name=data["init_main_from_name"])
    elif "init_main_from_path" in data:
        import_main_path(data["init_main_from_path"])


def import_main(run_name):
    import runpy

    main = _main_module()
    main.__dict__.update(runpy.run_module(run_name, run_name="__mp_main__", alter_sys=True))


def import_main_path(path):
    if os.path.splitext(os.path.basename(path))[0] == "ipython":
        return
    main = _main_module()
    main.__file__ = path
    with open(path, "rb") as f:
        code = compile(f.read(), path, "exec")
    exec(code, main.__dict__)


def _main_module():
    """The main module of this process, which programs see as __main__ and as __mp_main__."""
    main = type(sys)("__mp_main__")
    sys.modules["__main__"] = sys.modules["__mp_main__"] = main
    return main


class _silent:
    """Nothing is written while a forked process comes to where its parent is."""

    def __enter__(self):
        self.saved = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = io.StringIO()

    def __exit__(self, *exc):
        sys.stdout, sys.stderr = self.saved


def _begin():
    message = io.BytesIO(_processes.message())
    data = pickle.load(message)
    process._parent = process._Elsewhere(*data["parent"])
    current = process.current_process()
    current._inheriting = "fork" if data["start_method"] == "fork" else True
    try:
        prepare(data)
        obj = pickle.load(message)
    finally:
        current._inheriting = False
    sys.exit(obj._bootstrap())


def freeze_support():
    pass


def set_executable(executable):
    pass


def get_executable():
    return sys.executable
