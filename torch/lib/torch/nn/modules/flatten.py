"""Flatten and back."""
from .linear import Flatten, Unflatten
