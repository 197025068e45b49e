"""ASGD."""

from .algorithms import ASGD

__all__ = ["ASGD"]
