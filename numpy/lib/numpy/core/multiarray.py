"""Functions that old pickles refer to."""
from numpy._core.multiarray import _reconstruct, scalar
