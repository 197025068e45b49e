"""Versions of packages and conditions on them, as PEP 440 has them: what scripts use of the library of this name."""

__version__ = "25.0"
