"""Adamax."""

from .algorithms import Adamax

__all__ = ["Adamax"]
