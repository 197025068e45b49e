"""Dimensions rearranged by a pattern of their names."""
from .rearrange import rearrange

__all__ = ["rearrange"]
