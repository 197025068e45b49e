"""Adam."""

from ._functional import adam
from .algorithms import Adam

__all__ = ["Adam", "adam"]
