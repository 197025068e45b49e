"""Adadelta."""

from ._functional import adadelta
from .algorithms import Adadelta

__all__ = ["Adadelta", "adadelta"]
