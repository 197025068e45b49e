"""Objects as bytes, in the format of CPython's pickle."""

from _pickle import (DEFAULT_PROTOCOL, HIGHEST_PROTOCOL, PickleBuffer, PickleError, Pickler, PicklingError, Unpickler, UnpicklingError,
                     dump, dumps, load, loads)

__all__ = ["PickleBuffer", "PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"]

format_version = "5.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]
_Pickler, _Unpickler = Pickler, Unpickler


def whichmodule(obj, name):
    """Return the name of the module that holds an object under a name."""
    import sys
    module = getattr(obj, "__module__", None)
    if module is not None:
        return module
    for module_name, module in list(sys.modules.items()):
        if module_name not in ("__main__", "__mp_main__") and module is not None and getattr(module, name, None) is obj:
            return module_name
    return "__main__"
