"""Pixel shuffle."""
from .misc import PixelShuffle, PixelUnshuffle
