"""Adagrad."""

from .algorithms import Adagrad

__all__ = ["Adagrad"]
