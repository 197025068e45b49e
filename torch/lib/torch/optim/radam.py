"""RAdam."""

from ._functional import radam
from .algorithms import RAdam

__all__ = ["RAdam", "radam"]
