"""Symbolic shapes."""
