"""Rprop."""

from .algorithms import Rprop

__all__ = ["Rprop"]
