"""Padding."""
from .misc import *
