"""NAdam."""

from ._functional import nadam
from .algorithms import NAdam

__all__ = ["NAdam", "nadam"]
