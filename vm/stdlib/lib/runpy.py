"""Running modules and files as programs."""

import os
import sys

__all__ = ["run_module", "run_path"]


def _run(code, init_globals, run_name, file, spec, package, argv0, keep):
    """Run code in a module of its own, which sys.modules holds for as long if keep is true; return its globals."""
    module = type(sys)(run_name)
    namespace = module.__dict__
    namespace.update(init_globals or {})
    namespace.update(__name__=run_name, __file__=file, __cached__=None, __doc__=None, __loader__=getattr(spec, "loader", None),
                     __package__=package, __spec__=spec)
    if not keep:
        exec(code, namespace)
        return namespace
    missing = object()
    old_module, old_argv0 = sys.modules.get(run_name, missing), sys.argv[0]
    sys.modules[run_name] = module
    sys.argv[0] = argv0
    try:
        exec(code, namespace)
        return namespace.copy()
    finally:
        sys.argv[0] = old_argv0
        if old_module is missing:
            sys.modules.pop(run_name, None)
        else:
            sys.modules[run_name] = old_module


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Run a module, or the __main__ of a package, and return its globals."""
    from importlib.util import find_spec
    if mod_name.startswith("."):
        raise ImportError("Relative module names not supported")
    try:
        spec = find_spec(mod_name)
    except ModuleNotFoundError as e:
        raise ImportError(f"Error while finding module specification for {mod_name!r} ({type(e).__name__}: {e})") from e
    if spec is None:
        raise ImportError(f"No module named {mod_name}")
    if spec.submodule_search_locations is not None:
        if mod_name == "__main__" or mod_name.endswith(".__main__"):
            raise ImportError("Cannot use package as __main__ module")
        try:
            return run_module(mod_name + ".__main__", init_globals, run_name or mod_name + ".__main__", alter_sys)
        except ImportError as e:
            if spec.name not in sys.modules:
                raise
            raise ImportError(f"{e}; {mod_name!r} is a package and cannot be directly executed") from None
    if not hasattr(spec.loader, "get_code"):
        raise ImportError(f"No code object available for {mod_name}")
    return _run(spec.loader.get_code(mod_name), init_globals, run_name or mod_name, spec.origin, spec, spec.parent, spec.origin, alter_sys)


def run_path(path_name, init_globals=None, run_name=None):
    """Run a file, or the __main__ of a folder, and return its globals."""
    run_name = "<run_path>" if run_name is None else run_name
    path = os.fspath(path_name)
    path = os.fsdecode(path)
    package = run_name.rpartition(".")[0]
    if not os.path.isdir(path):
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        return _run(code, init_globals, run_name, path, None, package, path, True)
    main = os.path.join(path, "__main__.py")
    if not os.path.isfile(main):
        raise ImportError(f"can't find '__main__' module in {path!r}")
    sys.path.insert(0, path)
    try:
        with open(main, "rb") as file:
            code = compile(file.read(), main, "exec", dont_inherit=True)
        return _run(code, init_globals, run_name, main, None, "", path, True)
    finally:
        if path in sys.path:
            sys.path.remove(path)
