"""SGD."""

from .algorithms import SGD

__all__ = ["SGD"]
