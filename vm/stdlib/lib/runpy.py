"""Runs programs in namespaces of their own: files by their path, modules by their name."""

import importlib.util as _util
import os as _os
import sys as _sys
from contextlib import contextmanager as _contextmanager

__all__ = ["run_module", "run_path"]


@_contextmanager
def _standing_for(name, module, argument):
    """While the code runs, module is sys.modules[name], and argument is sys.argv[0]."""
    before, had = _sys.modules.get(name), name in _sys.modules
    first = _sys.argv[0]
    _sys.modules[name], _sys.argv[0] = module, argument
    try:
        yield
    finally:
        _sys.argv[0] = first
        if had:
            _sys.modules[name] = before
        else:
            _sys.modules.pop(name, None)


def _execute(code, name, init_globals, alter_sys, file, spec, package):
    module = type(_sys)(name)
    namespace = module.__dict__
    namespace.update(init_globals or {})
    namespace.update(__name__=name, __file__=file, __cached__=None, __doc__=None, __loader__=spec.loader if spec else None, __package__=package, __spec__=spec)
    if alter_sys:
        with _standing_for(name, module, file):
            exec(code, namespace)
    else:
        exec(code, namespace)
    return namespace.copy()  # the module may clear its own when it goes


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Run the code of a module that can be imported, and give its globals. A package is run by its __main__."""
    if mod_name.startswith("."):
        raise ImportError("Relative module names not supported")
    try:
        spec = _util.find_spec(mod_name)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ImportError(f"Error while finding module specification for {mod_name!r} ({type(error).__name__}: {error})") from error
    if spec is None:
        raise ImportError(f"No module named {mod_name}")
    if spec.submodule_search_locations is not None:
        if mod_name.rpartition(".")[2] == "__main__":
            raise ImportError("Cannot use package as __main__ module")
        try:
            return run_module(mod_name + ".__main__", init_globals, run_name or mod_name + ".__main__", alter_sys)
        except ImportError as error:
            raise ImportError(f"{error}; {mod_name!r} is a package and cannot be directly executed") from error
    if spec.origin is None or not _os.path.isfile(spec.origin):
        raise ImportError(f"No code object available for {mod_name}")
    with open(spec.origin, "rb") as source:
        code = compile(source.read(), spec.origin, "exec")
    return _execute(code, run_name or mod_name, init_globals, alter_sys, spec.origin, spec, spec.parent)


def run_path(path_name, init_globals=None, run_name=None):
    """Run the program in a file, and give its globals."""
    path = _os.fspath(path_name)
    if _os.path.isdir(path):
        path = _os.path.join(path, "__main__.py")
    with open(path, "rb") as source:
        code = compile(source.read(), path, "exec")
    return _execute(code, run_name or "<run_path>", init_globals, True, path, None, "")
