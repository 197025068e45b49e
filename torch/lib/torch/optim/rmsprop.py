"""RMSprop."""

from .algorithms import RMSprop

__all__ = ["RMSprop"]
