"""Exported programs as bytes."""
