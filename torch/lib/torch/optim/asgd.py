"""ASGD."""

from ._functional import asgd
from .algorithms import ASGD

__all__ = ["ASGD", "asgd"]
