"""Upsampling."""
from .misc import Upsample, UpsamplingBilinear2d, UpsamplingNearest2d
