"""Lists and dicts that cannot be changed in place, so that a graph notices every change of its arguments."""

from torch._immutable import immutable_dict, immutable_list

__all__ = ["immutable_list", "immutable_dict"]
