"""Strategies for other libraries."""
