"""Dimensions as objects: what binding them to sizes refuses."""

__all__ = ["DimensionBindError"]


class DimensionBindError(Exception):
    """Sizes that do not fit the dimensions that they are bound to."""
