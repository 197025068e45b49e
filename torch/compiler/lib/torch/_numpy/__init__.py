"""numpy's functions over tensors: an ndarray holds a tensor. What traced calls of numpy become is in _functions, which takes and gives tensors."""
from torch._numpy import _functions


def __getattr__(name):
    from torch._numpy import _funcs

    if name in ("linalg", "fft", "random", "testing"):
        import importlib

        return importlib.import_module("torch._numpy." + name)
    found = _funcs.find(name)
    if found is _funcs.MISSING:
        raise AttributeError(f"module 'torch._numpy' has no attribute '{name}'")
    globals()[name] = found
    return found


def __dir__():
    from torch._numpy import _funcs

    return sorted(_funcs.NAMES)
