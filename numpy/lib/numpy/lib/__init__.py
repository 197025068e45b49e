"""numpy.lib."""
from numpy.lib import stride_tricks
