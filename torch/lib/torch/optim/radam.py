"""RAdam."""

from .algorithms import RAdam

__all__ = ["RAdam"]
