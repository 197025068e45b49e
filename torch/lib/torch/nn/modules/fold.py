"""Sliding blocks."""
from .misc import Fold, Unfold
