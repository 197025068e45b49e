"""Encoding JSON."""

from json import JSONEncoder
