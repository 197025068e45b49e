"""NAdam."""

from .algorithms import NAdam

__all__ = ["NAdam"]
