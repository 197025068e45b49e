"""Passes for graphs of any kind."""
