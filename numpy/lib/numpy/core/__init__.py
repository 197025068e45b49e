"""numpy.core, as numpy._core was called before version 2."""
from numpy.core import multiarray
