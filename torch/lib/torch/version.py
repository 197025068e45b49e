"""What this PyTorch is and was built for: the processor alone."""

from torch import __version__

cuda = hip = rocm = xpu = None
debug = False
git_version = "Unknown"
