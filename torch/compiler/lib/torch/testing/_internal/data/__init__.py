"""Data sets of tests."""
