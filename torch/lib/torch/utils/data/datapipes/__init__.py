"""Data pipes: data sets that are chained to one another by functions of their names."""
from . import iter, map
