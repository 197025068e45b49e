"""SGD."""

from ._functional import sgd
from .algorithms import SGD

__all__ = ["SGD", "sgd"]
