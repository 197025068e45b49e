"""The other half of _package_pickler."""

from torch.package._package_pickler import PackageUnpickler  # noqa: F401
