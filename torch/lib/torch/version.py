"""What this PyTorch is and was built for: the processor alone."""

from torch._C import _VERSION as __version__

cuda = hip = rocm = xpu = None
debug = False
git_version = "Unknown"
