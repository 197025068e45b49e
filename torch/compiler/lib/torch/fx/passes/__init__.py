"""Passes over graphs."""

from . import shape_prop, split_module
