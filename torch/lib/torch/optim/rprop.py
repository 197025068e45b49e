"""Rprop."""

from ._functional import rprop
from .algorithms import Rprop

__all__ = ["Rprop", "rprop"]
