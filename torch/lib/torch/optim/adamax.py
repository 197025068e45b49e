"""Adamax."""

from ._functional import adamax
from .algorithms import Adamax

__all__ = ["Adamax", "adamax"]
