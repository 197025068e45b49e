"""Expanded weights are not supported."""


class ExpandedWeight:
    pass
