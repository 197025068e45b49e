"""Signal processing."""
from . import windows
