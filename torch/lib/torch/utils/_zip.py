"""Reproducible zip files."""
