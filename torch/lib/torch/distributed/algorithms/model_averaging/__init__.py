"""Averages of parameters among processes."""
