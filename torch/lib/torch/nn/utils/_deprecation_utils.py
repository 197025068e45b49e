"""Moved names."""
