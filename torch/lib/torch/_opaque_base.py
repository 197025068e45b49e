"""The earlier names of torch._custom_class_base."""

from torch._custom_class_base import OpaqueBase, OpaqueBaseMeta  # noqa: F401
