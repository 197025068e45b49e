"""Decoding JSON."""

from json import JSONDecodeError, JSONDecoder
