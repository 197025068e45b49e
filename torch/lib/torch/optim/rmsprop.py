"""RMSprop."""

from ._functional import rmsprop
from .algorithms import RMSprop

__all__ = ["RMSprop", "rmsprop"]
