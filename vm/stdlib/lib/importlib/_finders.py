"""The finders of sys.meta_path."""

import sys


def load(finder, name, path):
    """The module that a finder finds and its loader fills; None if it finds none. A finder may also have put it into sys.modules."""
    spec = finder.find_spec(name, path, None)
    if spec is None:
        return None
    if name in sys.modules:
        return sys.modules[name]
    from importlib.util import module_from_spec
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        if hasattr(spec.loader, "exec_module"):
            spec.loader.exec_module(module)
        elif spec.loader is not None:
            spec.loader.load_module(name)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return sys.modules[name]
