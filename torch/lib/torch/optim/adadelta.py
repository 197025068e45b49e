"""Adadelta."""

from .algorithms import Adadelta

__all__ = ["Adadelta"]
