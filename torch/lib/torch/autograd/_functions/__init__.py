"""Functions from before operators had derivatives."""
from .tensor import *
