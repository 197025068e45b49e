"""numpy._core: what pickles refer to."""
from numpy._core import multiarray
