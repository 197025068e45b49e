"""Questions about packages."""

from torch.package.analyze.find_first_use_of_broken_modules import find_first_use_of_broken_modules
from torch.package.analyze.trace_dependencies import trace_dependencies
