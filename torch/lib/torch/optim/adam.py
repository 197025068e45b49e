"""Adam."""

from .algorithms import Adam

__all__ = ["Adam"]
