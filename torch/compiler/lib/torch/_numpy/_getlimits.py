"""Limits of the types of the module."""
from torch._numpy import finfo, iinfo
