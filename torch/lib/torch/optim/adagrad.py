"""Adagrad."""

from ._functional import adagrad
from .algorithms import Adagrad

__all__ = ["Adagrad", "adagrad"]
