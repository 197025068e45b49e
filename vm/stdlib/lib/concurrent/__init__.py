"""Concurrent programs."""
