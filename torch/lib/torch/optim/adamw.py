"""AdamW."""

from .algorithms import AdamW

__all__ = ["AdamW"]
