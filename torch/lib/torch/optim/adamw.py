"""AdamW."""

from ._functional import adamw
from .algorithms import AdamW

__all__ = ["AdamW", "adamw"]
