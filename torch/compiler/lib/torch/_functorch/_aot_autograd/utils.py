"""Functions that take their arguments as one list."""

from torch._functorch.aot_autograd import make_boxed_compiler, make_boxed_func

__all__ = ["make_boxed_compiler", "make_boxed_func"]
