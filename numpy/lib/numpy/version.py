"""The version."""
import numpy as _np

version = full_version = short_version = _np.__version__
release = True
