"""Modules that tests import."""
