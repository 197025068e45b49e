"""Pinned memory: there is no other memory to copy to."""


def pin_memory(data, device=None):
    return data
