"""Decoding JSON."""

from json import JSONDecodeError, JSONDecoder


def scanstring(s, end, strict=True):
    """Return the text that a JSON string from end on stands for, and where it ends; the quote before end was read."""
    return JSONDecoder(strict=strict).raw_decode(s, end - 1)


py_scanstring = scanstring
