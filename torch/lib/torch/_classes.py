"""Classes of C++ libraries: there are none."""


class _Classes:
    def __getattr__(self, name):
        raise RuntimeError(f"magneto loads no classes of C++ libraries (asked for torch.classes.{name})")

    def load_library(self, path):
        raise OSError(f"magneto loads no C++ libraries ({path})")


classes = _Classes()
