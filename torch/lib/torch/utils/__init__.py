"""Utilities."""


def __getattr__(name):
    if name in ("_python_dispatch", "_pytree", "checkpoint", "data", "hooks"):
        import importlib  # each on its first use

        return importlib.import_module("torch.utils." + name)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
